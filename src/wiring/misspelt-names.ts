// Names of the environment that nothing here reads although they look like ours: misspelt, most likely. Pure.

/** Folio's own, so a name that starts with one of them is meant for this program, and a misspelt one must not pass for absent. */
const OWN =
  /^(AUTH_|CORS_|DATABASE_|DATA_DIR$|FILES_|GRAPHQL_|METRICS_|PAC_|RATE_LIMIT_|SIMULATOR_|TRUST_PROXY$|WEBHOOK_)/;
/** Kubernetes and Docker tell every container of the services beside it, such as one that is called database. */
const NEIGHBOUR = /_(SERVICE_(HOST|PORT)\w*|PORT(_\d+_(TCP|UDP)\w*)?)$/;
/** In a short name every second letter makes another word. */
const SHORT = 6;

export interface UnknownNames {
  /** These stop the start: without DATABASE_URL, for one, an embedded demo would start on a production machine. */
  refused: string[];
  warned: string[];
}

export function unknownNames(variables: readonly string[], allowed: readonly string[]): UnknownNames {
  const names: UnknownNames = { refused: [], warned: [] };
  for (const name of variables) {
    if (allowed.includes(name) || NEIGHBOUR.test(name)) continue;
    const meant = allowed.find((one) => distance(name.toUpperCase(), one) <= (one.length <= SHORT ? 1 : 2));
    if (meant !== undefined) {
      const isLost = OWN.test(meant) && !variables.includes(meant);
      names[isLost ? 'refused' : 'warned'].push(`${name} is not known; did you mean ${meant}?`);
    } else if (OWN.test(name)) {
      names.warned.push(`${name} is not known, and nothing is done with it`);
    }
  }
  return names;
}

/** How many letters have to be added, left out, changed, or swapped with their neighbours. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Infinity;
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      line.push(
        Math.min(
          rows[row - 1]![column]! + 1,
          line[column - 1]! + 1,
          rows[row - 1]![column - 1]! + (isSame ? 0 : 1),
          isSwapped ? rows[row - 2]![column - 2]! + 1 : Infinity,
        ),
      );
    }
    rows.push(line);
  }
  return rows[from.length]![to.length]!;
}
