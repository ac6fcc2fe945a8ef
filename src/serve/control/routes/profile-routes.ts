import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import type { ProfileAnswers } from '../../../questions/answer.ts';
import type { Route } from '../route.ts';
import type { Reply } from '../write-reply.ts';

/** How a sandbox answers open questions. */
export const profileRoutes: Readonly<Record<string, Route>> = {
  getProfile: ({ sandbox, sandboxes }) => profile(sandbox(), sandboxes()),
  setProfile: ({ sandbox, sandboxes, body }) => {
    const choice = body as { readonly profile?: string; readonly answers?: ProfileAnswers };
    if (choice.profile === undefined) sandbox().setAnswers(choice.answers ?? {});
    else sandbox().setProfile(choice.profile);
    return profile(sandbox(), sandboxes());
  },
  answerQuestion: ({ sandbox, sandboxes, body }) => {
    const one = body as {
      readonly question: string;
      readonly answer: string;
      readonly operation?: string;
    };
    sandbox().answer(one.question, one.answer, one.operation);
    return profile(sandbox(), sandboxes());
  },
};

function profile(sandbox: Sandbox, { service }: Sandboxes): Reply {
  const given = sandbox.answers();
  const operations = [...service.questions]
    .filter(([, questions]) => questions.length > 0)
    .map(([operation, questions]) => ({
      operation,
      questions: questions.map(({ id, question, leftOpenBy, answers, usual }) => ({
        id,
        question,
        leftOpenBy,
        answer: given[operation]?.[id],
        answers: answers.words,
        takesStatus: answers.refused,
        isDefault: given[operation]?.[id] === usual,
      })),
    }));
  const profiles = Object.keys(service.profiles);
  return { status: 200, body: { profile: sandbox.profile, profiles, operations } };
}
