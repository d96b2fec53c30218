// The log of acts, for its list and its page.
import { query } from './act.ts';
import { COUNTED, PAGE } from './listed.ts';

export const Acts = query('Acts', `actor: String, operation: String, entityId: UUID, from: Date, to: Date, ${PAGE}`)`
  acts(
    actor: $actor, operation: $operation, entityId: $entityId, from: $from, to: $to, first: $limit, offset: $offset
  ) {
    ${COUNTED}
    records @include(if: $rows) { id number at actor operation }
  }
`;

export const AssistantActs = query('AssistantActs', `operation: String, entityId: UUID, from: Date, to: Date, ${PAGE}`)`
  acts(actor: "agent:", operation: $operation, entityId: $entityId, from: $from, to: $to, first: $limit, offset: $offset) {
    ${COUNTED}
    records @include(if: $rows) { id number at actor operation entityIds }
  }
`;

export const ActView = query('ActView', 'id: UUID!')`
  act(id: $id) { id number at actor credential operation before after }
`;
