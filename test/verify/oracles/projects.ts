/** Projects that tell of their tasks, which are closed, moved and deleted. */
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';

const ID: JsonObject = { type: 'string', format: 'uuid', readOnly: true };
const TITLE: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const ESTIMATE: JsonObject = { type: 'integer', minimum: 0, maximum: 1000 };

const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const told = (schema: JsonObject): JsonObject => ({ description: 'It', content: content(schema) });
const takes = (required: string, properties: JsonObject): JsonObject => ({
  required: true,
  content: content({ type: 'object', required: [required], properties }),
});
const named = (name: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
});
const number = (description?: string): JsonObject => ({
  type: 'integer',
  minimum: 0,
  readOnly: true,
  ...(description !== undefined && { description }),
});
const object = (properties: JsonObject, optional: JsonObject = {}): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});
const MISSING: JsonObject = { description: 'There is none.' };

/** What names another resource to a task. */
const naming = (operationId: string, property: string): JsonObject => ({
  parameters: [named('taskId')],
  post: {
    operationId,
    requestBody: takes(property, { [property]: { type: 'string', format: 'uuid' } }),
    responses: { 200: told(ref('Task')), 404: MISSING },
  },
});

const schemas: JsonObject = {
  Project: object({
    id: ID,
    title: TITLE,
    state: { type: 'string', enum: ['open', 'closed'], readOnly: true },
    taskCount: number('The number of its tasks.'),
    openTaskCount: number('How many of its tasks are open.'),
    totalEstimate: number('The sum of the estimates of its tasks.'),
  }),
  Task: object(
    {
      id: ID,
      projectId: ID,
      title: TITLE,
      estimate: ESTIMATE,
      status: { type: 'string', enum: ['open', 'closed'], readOnly: true },
      assigneeId: { type: ['string', 'null'], format: 'uuid', readOnly: true },
      noteCount: number(),
    },
    { project: ref('Project') },
  ),
  Person: object({ id: ID, title: TITLE }),
  Note: object({ id: ID, taskId: ID, text: TITLE }),
};

const task = takes('title', { title: TITLE, estimate: ESTIMATE });

const search: JsonObject = {
  filters: {
    type: 'array',
    items: object({
      field: { type: 'string', enum: ['title', 'estimate'] },
      op: { type: 'string', enum: ['eq', 'ne', 'gt', '<='] },
      value: { type: ['string', 'integer'] },
    }),
  },
};

/** The document, as JSON. */
export const PROJECTS: string = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Projects', version: '1' },
  paths: {
    '/projects': {
      post: {
        operationId: 'addProject',
        requestBody: takes('title', { title: TITLE }),
        responses: { 201: told(ref('Project')) },
      },
    },
    '/projects/{projectId}': {
      parameters: [named('projectId')],
      get: { operationId: 'getProject', responses: { 200: told(ref('Project')), 404: MISSING } },
      delete: {
        operationId: 'deleteProject',
        description: 'Deletes the project and its tasks.',
        responses: { 204: { description: 'Gone' }, 404: MISSING, 409: { description: 'No' } },
      },
    },
    '/projects/{projectId}/close': {
      parameters: [named('projectId')],
      post: {
        operationId: 'closeProject',
        responses: {
          200: told(ref('Project')),
          404: MISSING,
          409: { description: 'The project is not open.' },
        },
      },
    },
    '/projects/{projectId}/tasks': {
      parameters: [named('projectId')],
      post: {
        operationId: 'addTask',
        requestBody: task,
        responses: {
          201: told(ref('Task')),
          404: MISSING,
          409: { description: 'The project is closed.' },
        },
      },
    },
    '/people': {
      post: {
        operationId: 'addPerson',
        requestBody: takes('title', { title: TITLE }),
        responses: { 201: told(ref('Person')) },
      },
    },
    '/people/{personId}': {
      parameters: [named('personId')],
      get: { operationId: 'getPerson', responses: { 200: told(ref('Person')), 404: MISSING } },
    },
    '/tasks': {
      get: {
        operationId: 'listTasks',
        parameters: [
          { name: 'assigneeId', in: 'query', schema: { type: 'string', format: 'uuid' } },
        ],
        responses: { 200: told({ type: 'array', items: ref('Task') }) },
      },
    },
    '/tasks/search': {
      post: {
        operationId: 'searchTasks',
        requestBody: { required: true, content: content({ type: 'object', properties: search }) },
        responses: { 200: told({ type: 'array', items: ref('Task') }) },
      },
    },
    '/tasks/{taskId}/assign': naming('assignTask', 'assigneeId'),
    '/tasks/{taskId}': {
      parameters: [named('taskId')],
      get: {
        operationId: 'getTask',
        parameters: [
          { name: 'include', in: 'query', schema: { type: 'string', enum: ['project'] } },
        ],
        responses: { 200: told(ref('Task')), 404: MISSING },
      },
      patch: {
        operationId: 'changeTask',
        requestBody: task,
        responses: { 200: told(ref('Task')), 404: MISSING },
      },
      delete: {
        operationId: 'deleteTask',
        responses: { 204: { description: 'Gone' }, 404: MISSING },
      },
    },
    '/tasks/{taskId}/close': {
      parameters: [named('taskId')],
      post: { operationId: 'closeTask', responses: { 200: told(ref('Task')), 404: MISSING } },
    },
    '/tasks/{taskId}/move': naming('moveTask', 'projectId'),
    '/tasks/{taskId}/notes': {
      parameters: [named('taskId')],
      post: {
        operationId: 'addNote',
        requestBody: takes('text', { text: TITLE }),
        responses: { 201: told(ref('Note')), 404: MISSING },
      },
    },
    '/notes/{noteId}': {
      parameters: [named('noteId')],
      get: { operationId: 'getNote', responses: { 200: told(ref('Note')), 404: MISSING } },
    },
  },
  components: { schemas },
});
