// Places of goods: the locations to choose from, and the available quantity at each of them.
import { query } from './act.ts';
import type { PlacesAnswer } from './answers.ts';

export const Places = query('Places')`
  locations { id name isDefault }
  offices { name billingPoints { id code name } }
`;

/** Choices of a till, each with its office. */
export const tillsOf = (offices: PlacesAnswer['offices'] = []): (readonly [id: string, name: string])[] =>
  offices.flatMap((office) => office.billingPoints.map((one) => [one.id, `${office.name} · ${one.name ?? one.code}`]));

export const LevelsOf = query('LevelsOf', 'id: UUID!')`
  item: getItemById(id: $id) {
    id kind trackingMode allowNegativeStock
    inventory { levels { locationId available } }
  }
`;
