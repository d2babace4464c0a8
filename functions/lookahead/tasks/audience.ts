import type { Task } from '../../planning/contract/resources.ts';
import type { Folders } from './folders.ts';

/** Whose tasks a report shows. `id` is the subcontractor's, user's, location's or folder's. */
export type Audience =
  | { readonly kind: 'everyone' }
  | {
      readonly kind: 'subcontractor' | 'owner' | 'assignee' | 'location' | 'folder';
      readonly id: string;
      readonly name: string;
    };

/** Whether a task is shown to an audience. A folder's audience sees the tasks of the folders below it too. */
export function belongsTo(audience: Audience, folders: Folders): (task: Task) => boolean {
  if (audience.kind === 'everyone') return () => true;
  const { id } = audience;
  switch (audience.kind) {
    case 'subcontractor':
      return (task) => task.subcontractor?.id === id;
    case 'owner':
      return (task) => task.owner?.id === id;
    case 'assignee':
      return (task) => task.assignedTo?.some((user) => user.id === id) === true;
    case 'location':
      return (task) => task.location?.id === id;
    case 'folder': {
      const isWithin = folders.within(new Set([id]));
      return ({ folder }) => folder !== undefined && isWithin(folder);
    }
  }
}
