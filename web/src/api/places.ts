// Places of goods: the locations to choose from, and the available quantity at each of them.
import { query } from './act.ts';

export const Places = query('Places')`
  locations { id name isDefault }
  offices { name billingPoints { id code name } }
`;

export const LevelsOf = query('LevelsOf', 'id: UUID!')`
  item: getItemById(id: $id) {
    id kind trackingMode allowNegativeStock
    inventory { levels { locationId available } }
  }
`;
