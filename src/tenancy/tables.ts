// Rows of tenancy.
import type { Generated } from 'kysely';

export interface TenantRow {
  id: string;
  name: string;
  time_zone: Generated<string>;
  ruc: string | null;
  dv: string | null;
  pac_company_id: string | null;
  pac_office_id: string | null;
  branch_code: Generated<string>;
  webhook_secret: string | null;
  void_window_hours: Generated<number>;
  pac_credentials_refused_at: Date | null;
  created_at: Generated<Date>;
}

/** The last number given in a series of a tenant. */
export interface DocumentNumberRow {
  tenant_id: string;
  series: string;
  last_number: number;
}

export interface TenancyTables {
  tenants: TenantRow;
  document_numbers: DocumentNumberRow;
}
