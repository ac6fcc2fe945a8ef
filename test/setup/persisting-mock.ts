/** A mock that a test can kill: `node persisting-mock.ts DOCUMENT FILE [ANSWERS]` keeps its store in FILE. */
import { type ProfileAnswers, createMock, loadDocument } from '../../src/index.ts';

const [document = '', persist = '', answers = '{}'] = process.argv.slice(2);
const mock = createMock({
  document: await loadDocument(document),
  profile: JSON.parse(answers) as ProfileAnswers,
});
const { url } = await mock.listen({
  persist,
  onWarning: (message) => void process.stderr.write(`${message}\n`),
});
process.stdout.write(`${JSON.stringify({ listening: url })}\n`);
