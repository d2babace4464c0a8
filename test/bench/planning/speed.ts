/** Measures how fast the planning server answers, over its full stack, from versions of 50,000 tasks. */
import { connect } from 'node:net';
import { taskFields } from '#planning/contract/tasks-query.ts';
import { loadOf, percentile } from './load.ts';
import { answerOnce, type Service, serveFolder, tasksOf } from './served-folder.ts';

const allFields = `fields=${taskFields.join(',')}`;
const shifts = ['day', 'night', 'afternoon', '24hr'] as const;
export const big = 'big';

/** Filters for weeks in a row from Monday 5 October 2026 on: `start=2026-10-05&finish=2026-10-11` is the first. */
function weeks(count: number): readonly string[] {
  return Array.from({ length: count }, (_, week) => {
    const monday = Date.UTC(2026, 9, 5) + week * 7 * 86_400_000;
    const [start, finish] = [monday, monday + 6 * 86_400_000].map((day) =>
      new Date(day).toISOString().slice(0, 10),
    );
    return `start=${start}&finish=${finish}`;
  });
}

/** Seconds from the start of the process to its first answer: the median of five starts. */
export async function firstAnswer(folder: string): Promise<number> {
  // The first start is not measured, because it makes a key.
  await (await serveFolder(folder)).stop();
  const times: number[] = [];
  for (let start = 0; start < 5; start += 1) {
    const began = performance.now();
    const service = await serveFolder(folder);
    await answerOnce(service, tasksOf(big));
    times.push((performance.now() - began) / 1_000);
    await service.stop();
  }
  return percentile(times, 0.5);
}

export async function weekPages(service: Service, requests: number) {
  const paths = weeks(26).flatMap((week) =>
    shifts.map((shift) => `${tasksOf(big)}?${week}&shift=${shift}&limit=100&${allFields}`),
  );
  const asked = Array.from({ length: requests }, (_, at) => paths[(at * 7) % paths.length] ?? '');
  await loadOf(service, asked.slice(0, 500), 8);
  const { perSecond, times, bytes } = await loadOf(service, asked, 8);
  return { perSecond, p99: percentile(times, 0.99), kilobytes: bytes / requests / 1_000 };
}

/** Median milliseconds of a request, for each filter with and without a match. */
export async function singleFilters(service: Service): Promise<readonly { filter: string; p50: number }[]> {
  const filters = [
    ...['start=2026-11-23', 'start=2099-01-01', 'finish=2026-11-29', 'finish=1999-01-01'],
    ...shifts.map((shift) => `shift=${shift}`),
    ...(await idsInUse(service)),
  ];
  const figures = [];
  for (const filter of filters) {
    const { times } = await loadOf(service, new Array<string>(200).fill(`${tasksOf(big)}?${filter}`), 1);
    figures.push({ filter, p50: percentile(times, 0.5) });
  }
  return figures;
}

async function idsInUse({ url, key }: Service): Promise<readonly string[]> {
  const response = await fetch(`${url}${tasksOf(big)}?limit=1&start=2026-11-23&${allFields}`, {
    headers: { 'X-API-Key': key },
  });
  const text = await response.text();
  const filters = {
    ownerIds: 'owner',
    folderIds: 'folder',
    packageIds: 'package',
    locationIds: 'location',
    calendarIds: 'calendar',
    subcontractorIds: 'subcontractor',
  };
  const used = Object.entries(filters).map(([filter, property]) => {
    const id = new RegExp(`"${property}":\\{"id":"([^"]+)"`).exec(text)?.[1] ?? 'none';
    return `${filter}=${encodeURIComponent(id)}`;
  });
  const assigned = /"assignedTo":\[\{"id":"([^"]+)"/.exec(text)?.[1] ?? 'none';
  const unused = [...Object.keys(filters), 'assignedToIds'].map((filter) => `${filter}=nobody`);
  return [...used, `assignedToIds=${encodeURIComponent(assigned)}`, ...unused];
}

/** Bytes on the wire of a full page in gzip, and of an answer 304, headers included. */
export async function wireBytes(service: Service) {
  const path = `${tasksOf(big)}?start=2026-11-23&finish=2026-11-29&limit=100&${allFields}`;
  const gzip = await answerOnce(service, path, { 'Accept-Encoding': 'gzip' });
  const plain = await fetch(`${service.url}${path}`, {
    headers: { 'X-API-Key': service.key, 'Accept-Encoding': 'identity' },
  });
  const tag = plain.headers.get('etag') ?? 'none';
  await plain.text();
  const unchanged = await rawAnswer(service, path, tag);
  return { gzip: gzip.bytes, unchanged };
}

async function rawAnswer({ url, key }: Service, path: string, tag: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${key}\r\nIf-None-Match: ${tag}\r\nConnection: close\r\n\r\n`,
  );
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  if (!answer.startsWith('HTTP/1.1 304')) return Number.NaN;
  return answer.length;
}
