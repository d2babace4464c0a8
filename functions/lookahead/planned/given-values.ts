/**
 * The properties of a task as the service gives them, as texts: for the Tasks sheet, and for joining it with other
 * exports.
 */

import { resourceItemText } from '#lookahead/tasks/resource-items.ts';
import { quantityText } from '#lookahead/text/quantity-text.ts';
import type { Task } from '#planning/contract/resources.ts';

export type TaskValuesAsGiven = ReturnType<typeof taskValuesAsGiven>;
type Material = NonNullable<Task['materials']>[number];

export function taskValuesAsGiven(task: Task) {
  const { calendar, folder, owner, assignedTo, workArea, labour, plant, materials } = task;
  return {
    start: task.start,
    finish: task.finish,
    shift: task.shift,
    labour: listText(labour?.map(resourceItemText)),
    plant: listText(plant?.map(resourceItemText)),
    plantCategories: listText(plant?.map((item) => item.category)),
    materials: listText(materials?.map(resourceItemText)),
    materialsPlanned: listText(materials?.map(({ name, dailyPlanned }) => dailyText(name, dailyPlanned))),
    materialsActual: listText(materials?.map(({ name, dailyActual }) => dailyText(name, dailyActual))),
    progress: listText(
      task.progress?.map(({ date, type, amount, name }) =>
        [date, type, amount, name].filter((part) => part !== undefined).join(' '),
      ),
    ),
    calendarType: calendar?.type,
    locationType: task.location?.type,
    folderCode: folder?.code,
    folderPath: folder?.path,
    packageCode: task.package?.code,
    ownerEmail: owner?.email,
    assignedToEmails: listText(assignedTo?.map((user) => user.email)),
    workAreaType: workArea?.type,
    workAreaBox: workArea?.bbox?.join(', '),
    workAreaGeometry: json(workArea?.geometry),
    workAreaId: json(workArea?.id),
    workAreaProperties: json(workArea?.properties),
    externalId: task.externalId,
    ownerId: owner?.id,
    assignedToIds: idsOf(assignedTo),
    calendarId: calendar?.id,
    folderId: folder?.id,
    folderParentId: folder?.parentId,
    packageId: task.package?.id,
    parentId: task.parent?.id,
    subcontractorId: task.subcontractor?.id,
    locationId: task.location?.id,
    labourIds: idsOf(labour),
    plantIds: idsOf(plant),
    materialIds: idsOf(materials),
    relatedTaskIds: idsOf(task.relatedTasks),
  };
}

function listText(texts: readonly (string | undefined)[] | undefined): string | undefined {
  return texts?.filter((text) => text !== undefined && text !== '').join('; ');
}

function idsOf(items: readonly { readonly id?: string | undefined }[] | undefined): string | undefined {
  return listText(items?.map(({ id }) => id));
}

function json(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

function dailyText(name = '?', daily: Material['dailyPlanned'] = []): string | undefined {
  if (daily.length === 0) return undefined;
  const days = daily.map(
    ({ date = '?', quantity }) => `${date} ${quantity === undefined ? '?' : quantityText(quantity)}`,
  );
  return `${name}: ${days.join(', ')}`;
}
