/** Projects with tickets, and who works on them. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  act,
  change,
  create,
  createAll,
  list,
  onOne,
  patch,
  put,
  putPart,
  read,
  readPart,
  remove,
  replace,
} from './operations.ts';
import {
  type Fields,
  type Kind,
  type Resource,
  type Service,
  USUAL_STATUSES,
  all,
} from './service.ts';

/** What is kept of a project, as far as it was sent. */
export interface Project extends Fields {
  readonly name: string;
  readonly starts_on: string;
  readonly ends_on: string;
}

export interface Ticket extends Fields {
  readonly title: string;
  readonly priority?: number;
  readonly label_ids?: readonly string[];
  readonly due_date: string;
  readonly remindAt: string;
}

const times = ({ createdAt, changedAt }: Resource): Fields => ({
  created_at: new Date(createdAt).toISOString(),
  updated_at: new Date(changedAt).toISOString(),
});

const user: Kind = {
  name: 'user',
  identity: 'id',
  parameter: 'user_id',
  unique: ['username', 'email'],
  nextKey: (count) => count,
  secret: ['password', 'preferences'],
  filters: { role: ({ role }, value: string) => role === value },
};

/** What users prefer who have said nothing. */
const usual: Fields = { language: 'en', digest: 'never', page_size: 25 };

const label: Kind = {
  name: 'label',
  identity: 'id',
  parameter: 'label_id',
  unique: ['name'],
  nextKey: () => randomUUID(),
};

const project: Kind = {
  name: 'project',
  identity: 'slug',
  parameter: 'project_slug',
  unique: ['slug', 'key'],
  references: { ownerId: 'user' },
  made: { archived: false },
  told: (resource, world) => ({
    ...times(resource),
    ticket_count: all(world, 'ticket').filter(({ parent }) => parent === resource).length,
  }),
  filters: {
    archived: ({ archived }, value: boolean) => archived === value,
    name: ({ name }, value: string) => name === value,
    createdBefore: ({ created_at: time }, value: string) =>
      Date.parse(time as string) < Date.parse(value),
  },
  sorting: 'order',
};

const member: Kind = {
  name: 'member',
  identity: 'nickname',
  parameter: 'nickname',
  parent: 'project',
};

const ticket: Kind = {
  name: 'ticket',
  identity: 'number',
  parameter: 'number',
  parent: 'project',
  references: { assignee_id: 'user', label_ids: 'label' },
  nextKey: (count) => count,
  made: { state: 'open', resolution: null },
  told: times,
  filters: {
    state: ({ state }, value: string) => state === value,
    assignee_id: ({ assignee_id: id }, value: number) => id === value,
    minPoints: ({ points }, value: number) => typeof points === 'number' && points >= value,
    dueBefore: ({ due_date: due }, value: string) => typeof due === 'string' && due < value,
  },
};

const comment: Kind = {
  name: 'comment',
  identity: 'id',
  parameter: 'comment_id',
  parent: 'ticket',
  references: { author_id: 'user' },
  nextKey: (count) => count,
  told: ({ createdAt }) => ({ created_at: new Date(createdAt).toISOString() }),
};

const attachment: Kind = {
  name: 'attachment',
  identity: 'id',
  parameter: 'attachment_id',
  parent: 'ticket',
  nextKey: () => randomUUID(),
  secret: ['file'],
  told: ({ fields }) => ({ size: String(fields['file']).length }),
};

/** A report takes so many milliseconds. */
const WORKING = 30;

const report: Kind = {
  name: 'report',
  identity: 'id',
  parameter: 'report_id',
  references: { project_slug: 'project' },
  nextKey: () => randomUUID(),
  secret: ['project_slug', 'since'],
  told: ({ createdAt }) => {
    const share = Math.min(1, (Date.now() - createdAt) / WORKING);
    const status = share === 1 ? 'done' : share > 0.2 ? 'running' : 'queued';
    return { status, progress: Math.round(share * 100) };
  },
};

export const tickets: Service = {
  file: fileURLToPath(new URL('tickets.openapi.yaml', import.meta.url)),
  credentials: { session: 'session-1234', admin: 'root:till-secret' },
  otherCredentials: { session: 'session-9876', admin: 'toor:other-secret' },
  kinds: { user, label, project, member, ticket, comment, attachment, report },
  operations: {
    list_users: list('user'),
    create_user: create('user'),
    get_user: read('user'),
    delete_user: remove('user'),
    get_preferences: readPart('user', 'preferences', usual),
    put_preferences: putPart('user', 'preferences', usual),
    list_labels: list('label'),
    create_label: create('label'),
    create_labels: createAll('label', 'labels', 'create_label'),
    delete_label: remove('label', 200),
    list_projects: list('project'),
    create_project: create('project'),
    get_project: read('project'),
    update_project: patch('project'),
    archive_project: act('project', { archived: false }, { archived: true }),
    list_members: list('member'),
    get_member: read('member'),
    put_member: put('member'),
    remove_member: remove('member'),
    list_tickets: list('ticket'),
    create_ticket: create('ticket'),
    get_ticket: read('ticket'),
    replace_ticket: replace('ticket'),
    delete_ticket: remove('ticket'),
    close_ticket: act('ticket', { state: 'open' }, ({ resolution }) => ({
      state: 'closed',
      resolution,
    })),
    add_label: onOne('ticket', (resource, call, world) =>
      onOne('label', ({ key }) => {
        const ids = (resource.fields['label_ids'] ?? []) as string[];
        change(resource, { ...resource.fields, label_ids: [...new Set([...ids, key])] });
        return { status: 204, headers: {} };
      })(call, world),
    ),
    list_comments: list('comment'),
    create_comment: create('comment'),
    list_attachments: list('attachment'),
    attach_file: create('attachment'),
    get_attachment: read('attachment'),
    start_report: create('report', 202),
    get_report: read('report'),
  },
  statuses: { ...USUAL_STATUSES, reference: 400, rule: 400 },
  error: (status, detail, code) => ({
    status,
    headers: { 'Content-Type': 'application/json' },
    json: { errors: [{ code, detail }] },
  }),
  envelope: (view) => ({ data: view }),
  page: ({ items, total, offset, limit }) => ({ data: items, meta: { total, offset, limit } }),
};
