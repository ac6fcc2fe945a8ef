// Mockoon's server with the environment that Mockoon makes of the document.
import { readFileSync } from 'node:fs';
import { OpenApiConverter } from '@mockoon/commons';
import { MockoonServer } from '@mockoon/commons-server';

const file = new URL('../../spec/plant-store.openapi.yaml', import.meta.url);
const converter = new OpenApiConverter();
const port = Number(process.argv[2]);
const environment = await converter.convertFromOpenAPI(readFileSync(file, 'utf8'), port);
environment.hostname = '127.0.0.1';
// It takes the document's server, a variable, for a folder.
environment.endpointPrefix = '';
new MockoonServer(environment, { disableAdminApi: true }).start();
