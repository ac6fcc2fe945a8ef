import { once } from 'node:events';
import { Agent, type IncomingMessage, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { DirectMessage, takeBody } from '../../src/serve/direct-message.ts';

type Receive = (incoming: IncomingMessage, answer: (text: string) => void) => void;

/** Starts a server; sends it bodies one after the other over one connection, in the parts that they have. */
async function answersOf(receive: Receive, ...bodies: readonly string[][]): Promise<string[]> {
  const server = createServer({ IncomingMessage: DirectMessage }, (incoming, outgoing) => {
    receive(incoming, (text) => outgoing.end(text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const answers: string[] = [];
  for (const body of bodies) answers.push(await answerTo(port, agent, body));
  agent.destroy();
  server.close();
  return answers;
}

async function answerTo(port: number, agent: Agent, [first, ...others]: string[]): Promise<string> {
  const sent = send({ port, host: '127.0.0.1', agent, method: 'POST' });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.write(first);
  for (const part of others) {
    await new Promise((resolve) => setImmediate(resolve));
    sent.write(part);
  }
  sent.end();
  const [response] = await answered;
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

/** Answers with the body that was taken. */
function tellBody(incoming: IncomingMessage, answer: (text: string) => void): () => void {
  let text = '';
  return takeBody(incoming, {
    take: (chunk) => (text += chunk.toString()),
    end: () => answer(text),
  });
}

it('a body goes to whoever takes it, and the stream has nothing of it', async () => {
  const held: number[] = [];
  const receive: Receive = (incoming, answer) => {
    tellBody(incoming, (text) => {
      held.push(incoming.readableLength);
      answer(text);
    });
  };
  expect(await answersOf(receive, ['one', ' two', ' three'], ['next'])).toEqual([
    'one two three',
    'next',
  ]);
  expect(held).toEqual([0, 0]);
});

it('a body that has come before someone takes it is read all the same', async () => {
  const receive: Receive = (incoming, answer) => {
    const wait = (): void => {
      if (incoming.complete) tellBody(incoming, answer);
      else setImmediate(wait);
    };
    wait();
  };
  expect(await answersOf(receive, ['early', ' bird'], ['again'])).toEqual(['early bird', 'again']);
});

it('what comes after whoever took it has let go goes through the stream', async () => {
  const receive: Receive = (incoming, answer) => {
    let text = '';
    const letGo = takeBody(incoming, {
      take: (chunk) => {
        text += `taken ${chunk.toString()}`;
        letGo();
        incoming.on('data', (rest: Buffer) => (text += `, streamed ${rest.toString()}`));
        incoming.on('end', () => answer(text));
      },
      end: () => answer('ended'),
    });
  };
  expect(await answersOf(receive, ['a', 'b'])).toEqual(['taken a, streamed b']);
});

it('the next request of the connection is read where nobody takes a body', async () => {
  const receive: Receive = (incoming, answer) => answer(incoming.url ?? '');
  expect(await answersOf(receive, ['unread', ' body'], ['other'])).toEqual(['/', '/']);
});
