/** Decides which faults strike a call: those that the call or its document brings along, then the queued ones, then the standing ones. */
import { FaultRequestError, FAULTS, strikesAt } from './faults.ts';
import type { Fault, FaultGroup, FaultIn, FaultName, FaultRequest, Operation } from './faults.ts';
import type { Draw } from './random.ts';

/** A fault that is still to strike `left` times. */
export interface PendingFault {
  request: FaultRequest;
  left: number | 'always';
}

export interface CallInQuestion {
  operation: Operation;
  companyId: string | null;
  documentId: string | null;
  /** Subject of the draws of chance: the fiscal number, the document or the address. */
  subject: string;
  /** Faults of the call or of its document, in order; each is removed when it strikes. */
  own: readonly PendingFault[];
}

/** The faults of one call, drawn when the call comes to that point, so that a refused call uses up nothing of what comes later. */
export interface CallFaults {
  one<Group extends FaultGroup>(group: Group): Fault<FaultIn<Group>> | null;
  all<Group extends FaultGroup>(group: Group): Fault<FaultIn<Group>>[];
  struck(): FaultName[];
}

export interface FaultDesk {
  queue(request: FaultRequest): void;
  setStanding(requests: readonly FaultRequest[]): void;
  queued(): PendingFault[];
  standing(): FaultRequest[];
  clear(): void;
  forCall(call: CallInQuestion): CallFaults;
}

export const pendingFault = (request: FaultRequest, otherwise: number | 'always'): PendingFault => ({
  request,
  left: request.times ?? otherwise,
});

/** `isOurs`: whether the PAC has such a fault; one that is quietly ignored would make a test pass for the wrong reason. */
export function openFaultDesk(draw: Draw, isOurs: (name: FaultName) => boolean): FaultDesk {
  function known(request: FaultRequest): FaultRequest {
    if (!isOurs(request.name)) throw new FaultRequestError(`The fault ${request.name} is none of this PAC.`);
    return request;
  }

  let queue: PendingFault[] = [];
  let standing: PendingFault[] = [];
  const drawn = new Map<string, number>();

  function strikes(pending: PendingFault, group: FaultGroup, call: CallInQuestion): boolean {
    const { request, left } = pending;
    if (left === 0 || FAULTS[request.name].group !== group || !strikesAt(request.name, call.operation)) return false;
    if (request.operation !== undefined && request.operation !== call.operation) return false;
    if (request.companyId !== undefined && request.companyId !== call.companyId) return false;
    if (request.documentId !== undefined && request.documentId !== call.documentId) return false;
    return request.probability === undefined || chance(request.name, call) < request.probability;
  }

  // The n-th draw about the same thing differs from the first, and is the same in every run from that seed.
  function chance(name: FaultName, { operation, subject }: CallInQuestion): number {
    const about = JSON.stringify([name, operation, subject]);
    const nth = (drawn.get(about) ?? 0) + 1;
    drawn.set(about, nth);
    return draw(about, nth);
  }

  return {
    queue(request) {
      queue.push(pendingFault(known(request), 1));
    },
    setStanding(requests) {
      standing = requests.map((request) => pendingFault(known(request), 'always'));
    },
    queued: () => queue.map((pending) => ({ ...pending })),
    standing: () => standing.map(({ request }) => request),
    clear() {
      queue = [];
      standing = [];
      drawn.clear();
    },
    forCall(call) {
      const struck: Fault[] = [];
      function draw<Group extends FaultGroup>(group: Group, limit: number): Fault<FaultIn<Group>>[] {
        const found: Fault[] = [];
        for (const pending of [...call.own, ...queue, ...standing]) {
          if (found.length === limit) break;
          if (found.some(({ name }) => name === pending.request.name) || !strikes(pending, group, call)) continue;
          if (pending.left !== 'always') pending.left--;
          found.push(pending.request);
        }
        queue = queue.filter(({ left }) => left !== 0);
        struck.push(...found);
        return found as Fault<FaultIn<Group>>[];
      }
      return {
        one: (group) => draw(group, 1)[0] ?? null,
        all: (group) => draw(group, Number.POSITIVE_INFINITY),
        struck: () => struck.map(({ name }) => name),
      };
    },
  };
}
