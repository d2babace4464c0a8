/** The mail that a contact gets after Lookahead did not run for a week: it names all undelivered reports. */
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { saveReportDone } from '#runs/store/attempt-records.ts';
import { reconcileDue } from '#watch/reconcile.ts';
import { machineSendAgainFormatter } from '#watch/send-again-command.ts';
import { aWorld, configurationOf } from '../../support/a-world.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';

const harbour = { ...riverside, key: 'harbour', name: 'Harbour Quay', projectId: 'harbour-quay' };
const daily = { ...weekly, key: 'daily', name: 'Daily lookahead', when: "{ cron: '0 7 * * *' }" };

it('after a week without a check, the contact gets one mail with each undelivered report, when it was due, why, and its command', async () => {
  const { pace: _, ...world } = aWorld({
    configuration: configurationOf(aConfigurationText({ projects: [riverside, harbour], reports: [daily] })),
  });
  const { clock, mailer, queue, store } = world;
  const options = ['--send', '--config', 'lookahead.yaml', '--out', 'sent'];
  const parts = { ...world, sendAgain: machineSendAgainFormatter(options), owner: 'check' };
  const check = () => reconcileDue(clock.now(), parts);
  await check();
  clock.advance({ hours: 24 * 7 });
  await check();
  // Today's reports can still be delivered in time.
  expect(queue.sent.map(({ job }) => job.runId)).toEqual(Array(2).fill('2026-11-27T07-00-00Z'));
  for (const { job } of queue.sent.splice(0))
    await saveReportDone(store, job, { at: clock.now(), failed: [] });
  clock.advance({ minutes: 10 });
  await check();

  const mails = await Promise.all(mailer.taken.map(({ raw }) => PostalMime.parse(raw)));
  const [mail] = mails;
  expect(mails.map(({ subject }) => subject)).toEqual(['Not delivered: 12 reports']);
  const text = mail?.text?.replaceAll(/\s+/g, ' ') ?? '';
  const days = ['Sat 21', 'Sun 22', 'Mon 23', 'Tue 24', 'Wed 25', 'Thu 26'] as const;
  const each = <Part>(part: (name: string, key: string, day: string) => Part) =>
    days.flatMap((day) => [part('Riverside Tower', 'riverside', day), part('Harbour Quay', 'harbour', day)]);
  const week = (day: string) =>
    day === 'Sun 22' || day === 'Sat 21' ? 'week 48 from Mon 23 Nov 2026' : 'week 49 from Mon 30 Nov 2026';
  expect(text).toContain(
    [
      'What to do first: fix the cause named below, if it still exists. Then run each command at the end.',
      'Not delivered, or not to everybody, and no further attempt is made.',
      'No attempt was made in time, so none has failed: Lookahead did not run, could not use its archive, or was not allowed to send.',
      ...each(
        (name, _key, day) =>
          `- ${name}, Daily lookahead, due ${day} Nov 2026, 07:00 (Europe/London) For ${week(day)}`,
      ),
      'Each command sends the missing messages of a report, and none twice:',
      ...each(
        (_name, key, day) =>
          `npm run lookahead -- run daily --project ${key} --run-id 2026-11-${day.slice(4)}T07-00-00Z --send --config lookahead.yaml --out sent`,
      ),
    ].join(' '),
  );
});
