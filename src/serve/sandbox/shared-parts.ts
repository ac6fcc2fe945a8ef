import { operations } from '../../model/operation.ts';
import { ExchangeViewer } from './exchange-view.ts';
import { ResourceInspector } from '../../mock/resource-inspector.ts';
import type { SandboxState } from '../../questions/scenarios/scenario.ts';
import type { Service } from './service.ts';

/** What all sandboxes of a server have in common. */
export class SharedParts {
  #start: SandboxState;
  #service: Service;
  #inspector: ResourceInspector | undefined;
  #viewer: ExchangeViewer | undefined;
  #operationIds: ReadonlySet<string> | undefined;

  constructor(service: Service, start: SandboxState) {
    this.#service = service;
    this.#start = start;
  }

  /** What a new sandbox begins with. */
  get start(): SandboxState {
    return this.#start;
  }

  get service(): Service {
    return this.#service;
  }

  get inspector(): ResourceInspector {
    return (this.#inspector ??= new ResourceInspector(this.#service));
  }

  get viewer(): ExchangeViewer {
    const { document, secrets } = this.#service;
    return (this.#viewer ??= new ExchangeViewer(document, secrets));
  }

  get operationIds(): ReadonlySet<string> {
    return (this.#operationIds ??= new Set(operations(this.#service.document).map(({ id }) => id)));
  }

  /** Takes another document, questions, scenarios or start from now on. */
  replace(service: Service, start: SandboxState): void {
    this.#service = service;
    this.#start = start;
    this.#inspector = undefined;
    this.#viewer = undefined;
    this.#operationIds = undefined;
  }
}
