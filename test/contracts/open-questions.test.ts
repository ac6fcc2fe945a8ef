import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openQuestionSentences } from '../../mocks/open-questions.generated.ts';
import { isJsonObject } from '../../src/openapi/json/json-value.ts';
import { readYaml } from '../../src/openapi/read-yaml.ts';
import { questionsByOperation } from '../../src/questions/index.ts';
import { serviceDocument } from '../mocks/service-document.ts';

describe('the sentences of the service', () => {
  const file = 'contracts/open-questions.yaml';
  const sentences = readYaml(readFileSync(file, 'utf8'), file).value;

  it('count more, for exactly the questions that its document leaves open', () => {
    const asked =
      questionsByOperation(serviceDocument(), openQuestionSentences).get('createPlant') ?? [];
    const shown = Object.fromEntries(asked.map(({ id, leftOpenBy }) => [id, leftOpenBy]));
    expect(shown).toEqual(sentences);
    expect(openQuestionSentences).toEqual(sentences);
  });

  it('are sentences', () => {
    const all = isJsonObject(sentences) ? Object.values(sentences) : [];
    for (const sentence of all) expect(sentence).toMatch(/^[A-Z].+\.$/);
  });
});
