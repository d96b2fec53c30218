// Whether this browser is a till, and whose: kept without idb, so that every page can ask it.
interface Owner {
  tenantId: string;
  userName: string;
}

const KEPT_AS = 'folio.till';
/** Stays after sign-out, since sales may still wait here. */
const SOLD_AS = 'folio.sold';
const CATALOG = 'folio-catalog ';

export const ownerOf = ({ tenantId, userName }: Owner): string => `${tenantId} ${userName}`;
export const catalogName = (owner: Owner): string => CATALOG + ownerOf(owner);

/** Who used the counter here last: a page that is opened without network is theirs. */
export function tillOf(): Owner | undefined {
  try {
    return (JSON.parse(localStorage.getItem(KEPT_AS) ?? 'null') as Owner | undefined) ?? undefined;
  } catch {
    return undefined;
  }
}

export function soldHere(): boolean {
  try {
    return localStorage.getItem(SOLD_AS) !== null;
  } catch {
    return false;
  }
}

export function becomeTill(company: Owner): void {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(company));
    localStorage.setItem(SOLD_AS, 'here');
  } catch {
    // A browser that keeps nothing sells only while the service is there.
  }
}

/** At sign-out: what was kept of the catalog goes. Sales that are not filed yet stay for the one who made them. */
export async function leaveTill(): Promise<void> {
  localStorage.removeItem(KEPT_AS);
  for (const { name } of await indexedDB.databases()) if (name?.startsWith(CATALOG)) indexedDB.deleteDatabase(name);
}
