// Events against the schema that the service prints, by a validator of others; a field that the schema does not know is a finding as well.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { eventsSchema } from '../../src/verbs/index.ts';

type Node = Record<string, unknown>;

/** Findings of one event; none where it is as its schema says. */
export function eventValidator(): (event: unknown) => string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: true });
  (formats as unknown as (one: Ajv2020) => void)(ajv);
  const { $defs, ...root } = structuredClone(eventsSchema()) as { $defs: Record<string, Node> };
  for (const one of Object.values($defs)) {
    one['additionalProperties'] = false;
    ((one['properties'] as Node)['data'] as Node)['additionalProperties'] = false;
  }
  ajv.addSchema({ ...root, $defs, $id: 'events' });
  return (event) => {
    const type = String((event as { type?: unknown }).type);
    const validate = type in $defs ? ajv.getSchema(`events#/$defs/${type}`) : undefined;
    if (!validate) return [`there is no type ${type}`];
    return validate(event) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
  };
}
