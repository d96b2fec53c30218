// Words for an actor: people by their names, the service by its work.
import type { WordKey } from '../texts/words.ts';

const SERVICES = ['system', 'pac-webhook', 'pac-poll', 'import'] as const;

/** A key of the catalog where it was the service, else the name. */
export function actorWords(actor: string): { word: WordKey } | { name: string } {
  const [, agent, user] = /^agent:(.+) for user:(.+)$/.exec(actor) ?? [];
  if (agent !== undefined) return { name: `${agent} → ${user}` };
  const name = actor.replace(/^(user|token|service|cli):/, '');
  const service = SERVICES.find((one) => one === name);
  return service === undefined ? { name } : { word: `actor.${service}` };
}
