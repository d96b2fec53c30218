// The sum of all tables; types only, so everybody may import it.
import type { CatalogTables } from './catalog/tables.ts';
import type { CertificationTables } from './certification/tables.ts';
import type { FilesTables } from './files/tables.ts';
import type { InvoicingTables } from './invoicing/tables.ts';
import type { PurchasingTables } from './purchasing/tables.ts';
import type { RequestsTables } from './requests/tables.ts';
import type { RollupTables } from './rollups/tables.ts';
import type { SalesTables } from './sales/tables.ts';
import type { StockTables } from './stock/tables.ts';
import type { TenancyTables } from './tenancy/tables.ts';

export type Database = TenancyTables &
  RequestsTables &
  CatalogTables &
  StockTables &
  PurchasingTables &
  SalesTables &
  RollupTables &
  InvoicingTables &
  CertificationTables &
  FilesTables;
