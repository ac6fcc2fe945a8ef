import { type ComponentType, type ReactElement, createElement } from 'react';
import type { RequestHandler } from 'msw';

/** What stories say beyond their args; `msw` as the addon msw-storybook-addon has it. */
export interface Parameters {
  readonly msw?: { readonly handlers: readonly RequestHandler[] };
}

/** A file's default export, in Storybook's Component Story Format. */
export interface Meta<Args> {
  readonly title: string;
  readonly component: ComponentType<Args>;
  readonly args?: Partial<Args>;
  readonly parameters?: Parameters;
}

/** A named export. */
export interface Story<Args> {
  readonly args?: Partial<Args>;
  readonly parameters?: Parameters;
  readonly play?: (context: { canvasElement: HTMLElement }) => Promise<void>;
}

/** A story with all that its file says of it. */
export interface ComposedStory {
  readonly name: string;
  readonly handlers: readonly RequestHandler[];
  readonly element: () => ReactElement;
  readonly play: (canvasElement: HTMLElement) => Promise<void>;
}

/** Does what Storybook's `composeStories` does, as far as these examples need it. */
export function composeStories<Args extends object>(
  module: { readonly default: Meta<Args> } & Readonly<Record<string, unknown>>,
): ComposedStory[] {
  const { default: meta, ...stories } = module;
  return Object.entries(stories).map(([name, value]) => {
    const story = value as Story<Args>;
    const { msw } = { ...meta.parameters, ...story.parameters };
    return {
      name,
      handlers: msw?.handlers ?? [],
      element: () => createElement(meta.component, { ...meta.args, ...story.args } as Args),
      play: async (canvasElement) => await story.play?.({ canvasElement }),
    };
  });
}
