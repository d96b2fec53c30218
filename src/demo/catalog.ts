// Whom the demo tenant deals with and in what: a wholesaler of groceries, cleaning goods and hardware with three stores.
import type { ReceiverType } from '../fiscal/receiver.ts';
import type { Decimal } from '../platform/decimal.ts';

export type Department = 'GROCERIES' | 'FRESH' | 'DRINKS' | 'LIQUOR' | 'CLEANING' | 'HARDWARE';

export interface DemoItem {
  sku: string;
  name: string;
  unit: 'und' | 'caja' | 'kg' | 'lb' | 'galón';
  department: Department;
  supplier: string;
  cost: Decimal;
  price: Decimal;
  /** ITBMS: none on basic food, 10 % on alcohol, 15 % on tobacco, else 7 %. */
  taxRate: Decimal;
  /** Family of the Panamanian code of goods and services. */
  cpbs: string;
  /** Units sold on an ordinary day, all stores together. */
  perDay: number;
  /** The least and the most that one line asks for. */
  pack: readonly [least: number, most: number];
  leadTimeDays: number;
  story?: Story;
  /** Tracked by lot; each keeps this many days. */
  shelfDays?: number;
}

/** What a reader should find in the ledger. */
export type Story =
  /** Its last deliveries are late: about to run out. */
  | 'SCARCE'
  /** Given up by the supplier some weeks ago: sold out. */
  | 'GONE'
  /** Bought once, never sold. */
  | 'UNSOLD'
  /** Bought for most of a year. */
  | 'PILED_UP';

// prettier-ignore
export const ITEMS: readonly DemoItem[] = [
  { sku: 'ARR-25', name: 'Arroz de primera, saco de 25 lb', unit: 'und', department: 'GROCERIES', supplier: 'MOL', cost: '10.40', price: '13.25', taxRate: '0', cpbs: '5022', perDay: 19, pack: [1, 36], leadTimeDays: 4 },
  { sku: 'ARR-05', name: 'Arroz especial, bolsa de 5 lb', unit: 'und', department: 'GROCERIES', supplier: 'MOL', cost: '2.35', price: '3.10', taxRate: '0', cpbs: '5022', perDay: 24, pack: [2, 60], leadTimeDays: 4 },
  { sku: 'FRI-CH', name: 'Frijoles chiricanos', unit: 'lb', department: 'GROCERIES', supplier: 'AGR', cost: '0.92', price: '1.35', taxRate: '0', cpbs: '5022', perDay: 20, pack: [4, 80], leadTimeDays: 3 },
  { sku: 'LEN-01', name: 'Lentejas', unit: 'lb', department: 'GROCERIES', supplier: 'AGR', cost: '0.61', price: '0.95', taxRate: '0', cpbs: '5022', perDay: 17, pack: [4, 80], leadTimeDays: 3 },
  { sku: 'MAI-02', name: 'Harina de maíz precocida, 2 lb', unit: 'und', department: 'GROCERIES', supplier: 'MOL', cost: '1.18', price: '1.65', taxRate: '0', cpbs: '5022', perDay: 16, pack: [2, 48], leadTimeDays: 4 },
  { sku: 'TRI-50', name: 'Harina de trigo, saco de 50 lb', unit: 'und', department: 'GROCERIES', supplier: 'MOL', cost: '19.80', price: '24.50', taxRate: '0', cpbs: '5022', perDay: 5, pack: [1, 17], leadTimeDays: 5 },
  { sku: 'ACE-GL', name: 'Aceite vegetal', unit: 'galón', department: 'GROCERIES', supplier: 'CON', cost: '6.55', price: '8.60', taxRate: '0', cpbs: '5015', perDay: 13, pack: [1, 24], leadTimeDays: 5 },
  { sku: 'AZU-05', name: 'Azúcar morena, bolsa de 5 lb', unit: 'und', department: 'GROCERIES', supplier: 'MOL', cost: '1.92', price: '2.55', taxRate: '0', cpbs: '5016', perDay: 18, pack: [2, 48], leadTimeDays: 4, story: 'SCARCE' },
  { sku: 'SAL-01', name: 'Sal refinada', unit: 'kg', department: 'GROCERIES', supplier: 'CON', cost: '0.36', price: '0.60', taxRate: '0', cpbs: '5017', perDay: 9, pack: [2, 40], leadTimeDays: 6, story: 'PILED_UP' },
  { sku: 'CAF-BO', name: 'Café molido de Boquete, 425 g', unit: 'und', department: 'GROCERIES', supplier: 'AGR', cost: '4.30', price: '5.90', taxRate: '0', cpbs: '5020', perDay: 12, pack: [1, 24], leadTimeDays: 3 },
  { sku: 'LEV-24', name: 'Leche evaporada, 24 latas', unit: 'caja', department: 'GROCERIES', supplier: 'LAC', cost: '25.60', price: '31.20', taxRate: '0', cpbs: '5013', perDay: 3.5, pack: [1, 13], leadTimeDays: 4 },
  { sku: 'ATU-48', name: 'Atún en agua, 48 latas', unit: 'caja', department: 'GROCERIES', supplier: 'CON', cost: '38.10', price: '46.80', taxRate: '0', cpbs: '5012', perDay: 3, pack: [1, 11], leadTimeDays: 6 },
  { sku: 'SAR-50', name: 'Sardinas en salsa de tomate, 50 latas', unit: 'caja', department: 'GROCERIES', supplier: 'CON', cost: '30.25', price: '38.50', taxRate: '0', cpbs: '5012', perDay: 2, pack: [1, 9], leadTimeDays: 6, story: 'GONE' },
  { sku: 'GAL-24', name: 'Galletas de soda, 24 paquetes', unit: 'caja', department: 'GROCERIES', supplier: 'MOL', cost: '14.70', price: '18.60', taxRate: '7', cpbs: '5018', perDay: 4.5, pack: [1, 13], leadTimeDays: 4 },
  { sku: 'MAY-GL', name: 'Mayonesa', unit: 'galón', department: 'GROCERIES', supplier: 'CON', cost: '9.20', price: '12.40', taxRate: '7', cpbs: '5017', perDay: 3.5, pack: [1, 11], leadTimeDays: 6 },

  { sku: 'LEC-1L', name: 'Leche fresca entera, 1 L', unit: 'und', department: 'FRESH', supplier: 'LAC', cost: '1.42', price: '1.95', taxRate: '0', cpbs: '5013', perDay: 29, pack: [2, 72], leadTimeDays: 1 },
  { sku: 'YOG-1K', name: 'Yogur natural, 1 kg', unit: 'und', department: 'FRESH', supplier: 'LAC', cost: '3.05', price: '4.25', taxRate: '0', cpbs: '5013', perDay: 9, pack: [1, 24], leadTimeDays: 2, shelfDays: 35 },
  { sku: 'QUE-BL', name: 'Queso blanco prensado', unit: 'lb', department: 'FRESH', supplier: 'LAC', cost: '2.70', price: '3.65', taxRate: '0', cpbs: '5013', perDay: 13, pack: [1, 30], leadTimeDays: 2 },
  { sku: 'HUE-30', name: 'Huevos, cartón de 30', unit: 'und', department: 'FRESH', supplier: 'AVI', cost: '3.85', price: '4.95', taxRate: '0', cpbs: '5013', perDay: 27, pack: [1, 48], leadTimeDays: 2 },
  { sku: 'POL-EN', name: 'Pollo entero congelado', unit: 'lb', department: 'FRESH', supplier: 'AVI', cost: '1.12', price: '1.49', taxRate: '0', cpbs: '5011', perDay: 65, pack: [9, 180], leadTimeDays: 2 },
  { sku: 'CAR-MO', name: 'Carne molida de res', unit: 'lb', department: 'FRESH', supplier: 'AVI', cost: '2.48', price: '3.29', taxRate: '0', cpbs: '5011', perDay: 25, pack: [4, 80], leadTimeDays: 2 },
  { sku: 'PLA-VE', name: 'Plátano verde', unit: 'lb', department: 'FRESH', supplier: 'AGR', cost: '0.27', price: '0.45', taxRate: '0', cpbs: '5030', perDay: 50, pack: [9, 160], leadTimeDays: 2 },
  { sku: 'PAP-TA', name: 'Papa de Tierras Altas', unit: 'lb', department: 'FRESH', supplier: 'AGR', cost: '0.48', price: '0.75', taxRate: '0', cpbs: '5040', perDay: 43, pack: [7, 120], leadTimeDays: 2 },
  { sku: 'CEB-AM', name: 'Cebolla amarilla', unit: 'lb', department: 'FRESH', supplier: 'AGR', cost: '0.55', price: '0.89', taxRate: '0', cpbs: '5040', perDay: 32, pack: [6, 100], leadTimeDays: 2 },

  { sku: 'AGU-GL', name: 'Agua purificada', unit: 'galón', department: 'DRINKS', supplier: 'BEB', cost: '0.98', price: '1.60', taxRate: '7', cpbs: '5020', perDay: 32, pack: [4, 72], leadTimeDays: 2 },
  { sku: 'REF-24', name: 'Refresco de cola, 24 latas', unit: 'caja', department: 'DRINKS', supplier: 'BEB', cost: '9.10', price: '11.40', taxRate: '7', cpbs: '5020', perDay: 13, pack: [1, 30], leadTimeDays: 2 },
  { sku: 'JUG-GL', name: 'Jugo de naranja', unit: 'galón', department: 'DRINKS', supplier: 'BEB', cost: '4.25', price: '5.75', taxRate: '7', cpbs: '5020', perDay: 8, pack: [1, 18], leadTimeDays: 2 },
  { sku: 'MAL-24', name: 'Malta, 24 botellas', unit: 'caja', department: 'DRINKS', supplier: 'BEB', cost: '13.40', price: '16.90', taxRate: '7', cpbs: '5020', perDay: 4.5, pack: [1, 13], leadTimeDays: 3 },

  { sku: 'CER-24', name: 'Cerveza nacional, 24 latas', unit: 'caja', department: 'LIQUOR', supplier: 'BEB', cost: '13.90', price: '17.50', taxRate: '10', cpbs: '5020', perDay: 10, pack: [1, 32], leadTimeDays: 2 },
  { sku: 'RON-75', name: 'Ron añejo, 750 ml', unit: 'und', department: 'LIQUOR', supplier: 'BEB', cost: '7.30', price: '9.95', taxRate: '10', cpbs: '5020', perDay: 4, pack: [1, 24], leadTimeDays: 5 },
  { sku: 'SEC-1L', name: 'Seco, 1 L', unit: 'und', department: 'LIQUOR', supplier: 'BEB', cost: '5.40', price: '7.20', taxRate: '10', cpbs: '5020', perDay: 4.5, pack: [1, 24], leadTimeDays: 5 },
  { sku: 'CIG-10', name: 'Cigarrillos, 10 cajetillas', unit: 'und', department: 'LIQUOR', supplier: 'BEB', cost: '31.50', price: '38.00', taxRate: '15', cpbs: '5021', perDay: 2, pack: [1, 13], leadTimeDays: 5 },

  { sku: 'CLO-GL', name: 'Cloro', unit: 'galón', department: 'CLEANING', supplier: 'QUI', cost: '1.45', price: '2.35', taxRate: '7', cpbs: '4713', perDay: 16, pack: [1, 36], leadTimeDays: 4 },
  { sku: 'DES-GL', name: 'Desinfectante de pino', unit: 'galón', department: 'CLEANING', supplier: 'QUI', cost: '2.95', price: '4.60', taxRate: '7', cpbs: '4713', perDay: 10, pack: [1, 24], leadTimeDays: 4 },
  { sku: 'DET-05', name: 'Detergente en polvo, bolsa de 5 kg', unit: 'und', department: 'CLEANING', supplier: 'QUI', cost: '7.15', price: '9.80', taxRate: '7', cpbs: '4713', perDay: 9, pack: [1, 20], leadTimeDays: 4, story: 'SCARCE' },
  { sku: 'PAP-12', name: 'Papel higiénico, 12 rollos', unit: 'und', department: 'CLEANING', supplier: 'QUI', cost: '3.90', price: '5.45', taxRate: '7', cpbs: '1411', perDay: 17, pack: [1, 40], leadTimeDays: 4 },
  { sku: 'BOL-33', name: 'Bolsas para basura de 33 galones, 100 unidades', unit: 'caja', department: 'CLEANING', supplier: 'QUI', cost: '9.60', price: '13.75', taxRate: '7', cpbs: '4712', perDay: 3.5, pack: [1, 13], leadTimeDays: 4 },
  { sku: 'CHA-75', name: 'Champú, 750 ml', unit: 'und', department: 'CLEANING', supplier: 'QUI', cost: '3.35', price: '4.95', taxRate: '7', cpbs: '5313', perDay: 5, pack: [1, 20], leadTimeDays: 6, story: 'PILED_UP' },

  { sku: 'CEM-42', name: 'Cemento gris, saco de 42.5 kg', unit: 'und', department: 'HARDWARE', supplier: 'FER', cost: '7.45', price: '9.15', taxRate: '7', cpbs: '3011', perDay: 8, pack: [2, 80], leadTimeDays: 3 },
  { sku: 'PIN-BL', name: 'Pintura de látex blanca', unit: 'galón', department: 'HARDWARE', supplier: 'FER', cost: '12.20', price: '16.90', taxRate: '7', cpbs: '3121', perDay: 2.5, pack: [1, 17], leadTimeDays: 5 },
  { sku: 'CLA-2P', name: 'Clavos de 2 pulgadas', unit: 'lb', department: 'HARDWARE', supplier: 'FER', cost: '0.78', price: '1.25', taxRate: '7', cpbs: '3116', perDay: 4.5, pack: [1, 40], leadTimeDays: 5 },
  { sku: 'FOC-09', name: 'Foco LED de 9 W', unit: 'und', department: 'HARDWARE', supplier: 'FER', cost: '1.10', price: '1.85', taxRate: '7', cpbs: '3910', perDay: 5, pack: [2, 40], leadTimeDays: 5 },
  { sku: 'GEN-25', name: 'Generador eléctrico de 2.5 kW', unit: 'und', department: 'HARDWARE', supplier: 'FER', cost: '296.00', price: '389.00', taxRate: '7', cpbs: '2611', perDay: 0, pack: [1, 1], leadTimeDays: 20, story: 'UNSOLD' },
];

export type StoreCode = 'MAIN' | 'DAV' | 'COL';

export interface DemoStore {
  code: StoreCode;
  name: string;
  /** Of what all stores sell. */
  share: number;
  /** Who writes its documents. */
  user: string;
  opensOnSunday: boolean;
}

/** The first one is the tenant's default location. */
export const STORES: readonly DemoStore[] = [
  { code: 'MAIN', name: 'Casa matriz', share: 0.55, user: 'ana.quintero', opensOnSunday: true },
  { code: 'DAV', name: 'David', share: 0.27, user: 'luis.samudio', opensOnSunday: false },
  { code: 'COL', name: 'Colón', share: 0.18, user: 'marta.bell', opensOnSunday: false },
];

export interface DemoClient {
  name: string;
  receiverType: ReceiverType;
  ruc?: string;
  email?: string;
  store: StoreCode;
  /** How often it comes, beside the other clients of its store. */
  weight: number;
  buys: readonly Department[];
  /** Days to pay; 0 pays at once. */
  termDays: number;
  paysLate?: boolean;
}

const FOOD: readonly Department[] = ['GROCERIES', 'FRESH', 'DRINKS'];
const SHOP: readonly Department[] = ['GROCERIES', 'FRESH', 'DRINKS', 'LIQUOR', 'CLEANING'];
const HOUSE: readonly Department[] = ['GROCERIES', 'FRESH', 'DRINKS', 'LIQUOR', 'CLEANING', 'HARDWARE'];

// prettier-ignore
export const CLIENTS: readonly DemoClient[] = [
  { name: 'Cliente de mostrador', receiverType: 'CONSUMIDOR_FINAL', store: 'MAIN', weight: 9, buys: SHOP, termDays: 0 },
  { name: 'Minisúper La Bendición, S.A.', receiverType: 'CONTRIBUYENTE', ruc: '155601877-2-2015', email: 'compras@labendicion.example', store: 'MAIN', weight: 8, buys: SHOP, termDays: 15 },
  { name: 'Restaurante Sabor del Canal, S.A.', receiverType: 'CONTRIBUYENTE', ruc: '155648213-2-2017', email: 'cocina@sabordelcanal.example', store: 'MAIN', weight: 7, buys: [...FOOD, 'CLEANING'], termDays: 15 },
  { name: 'Hotel Mirador de Amador, S.A.', receiverType: 'CONTRIBUYENTE', ruc: '2154877-1-766321', email: 'cuentas@miradoramador.example', store: 'MAIN', weight: 5, buys: SHOP, termDays: 30 },
  { name: 'Panadería Doña Elvira, S.A.', receiverType: 'CONTRIBUYENTE', ruc: '1874412-1-714905', email: 'donaelvira@correo.example', store: 'MAIN', weight: 5, buys: ['GROCERIES', 'FRESH', 'CLEANING'], termDays: 15 },
  { name: 'Abarrotería Hermanos Chong', receiverType: 'CONTRIBUYENTE', ruc: '8-512-1894', email: 'hchong@correo.example', store: 'MAIN', weight: 6, buys: SHOP, termDays: 0 },
  { name: 'Constructora Punta Brava, S.A.', receiverType: 'CONTRIBUYENTE', ruc: '155587402-2-2014', email: 'proveeduria@puntabrava.example', store: 'MAIN', weight: 4, buys: ['HARDWARE', 'CLEANING'], termDays: 30, paysLate: true },
  { name: 'Cafetería Plaza Cinco, S.A.', receiverType: 'CONTRIBUYENTE', ruc: '155702996-2-2021', email: 'plazacinco@correo.example', store: 'MAIN', weight: 4, buys: FOOD, termDays: 15, paysLate: true },
  { name: 'Centro Escolar República del Istmo', receiverType: 'GOBIERNO', ruc: '8-NT-2-10457', email: 'direccion@cerdelistmo.example', store: 'MAIN', weight: 2, buys: ['GROCERIES', 'FRESH', 'CLEANING'], termDays: 30 },
  { name: 'Junta Comunal de Río Claro', receiverType: 'GOBIERNO', ruc: '8-NT-1-23980', email: 'junta@rioclaro.example', store: 'MAIN', weight: 2, buys: ['HARDWARE', 'CLEANING', 'GROCERIES'], termDays: 30, paysLate: true },
  { name: 'Ana Milena Quirós', receiverType: 'CONSUMIDOR_FINAL', ruc: '8-731-1620', email: 'am.quiros@correo.example', store: 'MAIN', weight: 2, buys: HOUSE, termDays: 0 },
  { name: 'Caribbean Ship Supply Ltd.', receiverType: 'EXTRANJERO', ruc: 'KY-884512', email: 'orders@caribbeanship.example', store: 'MAIN', weight: 2, buys: SHOP, termDays: 30 },

  { name: 'Cliente de mostrador, David', receiverType: 'CONSUMIDOR_FINAL', store: 'DAV', weight: 8, buys: SHOP, termDays: 0 },
  { name: 'Supermercado Tierras Altas, S.A.', receiverType: 'CONTRIBUYENTE', ruc: '1129834-1-563320', email: 'compras@supertierrasaltas.example', store: 'DAV', weight: 8, buys: SHOP, termDays: 15 },
  { name: 'Ferretería El Martillo, S.A.', receiverType: 'CONTRIBUYENTE', ruc: '155623340-2-2016', email: 'elmartillo@correo.example', store: 'DAV', weight: 4, buys: ['HARDWARE', 'CLEANING'], termDays: 30 },
  { name: 'Fonda La Chiricana', receiverType: 'CONTRIBUYENTE', ruc: '4-218-736', email: 'lachiricana@correo.example', store: 'DAV', weight: 5, buys: FOOD, termDays: 0 },
  { name: 'Lavandería Espuma Blanca, S.A.', receiverType: 'CONTRIBUYENTE', ruc: '155689155-2-2020', email: 'espumablanca@correo.example', store: 'DAV', weight: 3, buys: ['CLEANING'], termDays: 15 },
  { name: 'Centro de Salud de Alto Volcán', receiverType: 'GOBIERNO', ruc: '4-NT-1-11208', email: 'compras@saludaltovolcan.example', store: 'DAV', weight: 2, buys: ['CLEANING', 'GROCERIES', 'DRINKS'], termDays: 30, paysLate: true },
  { name: 'Comercializadora del Sur, S.A. (Costa Rica)', receiverType: 'EXTRANJERO', ruc: '3-101-458877', email: 'importaciones@delsur.example', store: 'DAV', weight: 2, buys: ['GROCERIES', 'CLEANING'], termDays: 30 },
  { name: 'Rogelio Caballero', receiverType: 'CONSUMIDOR_FINAL', ruc: '4-703-1189', store: 'DAV', weight: 2, buys: HOUSE, termDays: 0 },

  { name: 'Cliente de mostrador, Colón', receiverType: 'CONSUMIDOR_FINAL', store: 'COL', weight: 8, buys: HOUSE, termDays: 0 },
  { name: 'Hotel Bahía Caribe, S.A.', receiverType: 'CONTRIBUYENTE', ruc: '1553308-1-652177', email: 'compras@bahiacaribe.example', store: 'COL', weight: 6, buys: SHOP, termDays: 30 },
  { name: 'Minisúper Costa Arriba, S.A.', receiverType: 'CONTRIBUYENTE', ruc: '155734028-2-2022', email: 'costaarriba@correo.example', store: 'COL', weight: 6, buys: SHOP, termDays: 15, paysLate: true },
  { name: 'Bar y Restaurante El Faro', receiverType: 'CONTRIBUYENTE', ruc: '3-712-945', email: 'elfaro@correo.example', store: 'COL', weight: 5, buys: ['FRESH', 'DRINKS', 'LIQUOR'], termDays: 0 },
  { name: 'Denise Thompson', receiverType: 'CONSUMIDOR_FINAL', ruc: 'PE-12-804', email: 'd.thompson@correo.example', store: 'COL', weight: 2, buys: HOUSE, termDays: 0 },
];

export interface DemoSupplier {
  code: string;
  name: string;
  ruc: string;
}

export const SUPPLIERS: readonly DemoSupplier[] = [
  { code: 'MOL', name: 'Molinos del Pacífico, S.A.', ruc: '987451-1-531206' },
  { code: 'AGR', name: 'Agro Tierras Altas, S.A.', ruc: '1420633-1-629871' },
  { code: 'LAC', name: 'Lácteos del Barú, S.A.', ruc: '155612480-2-2015' },
  { code: 'AVI', name: 'Avícola y Cárnicos del Oeste, S.A.', ruc: '1783390-1-698244' },
  { code: 'CON', name: 'Conservas del Golfo, S.A.', ruc: '2043817-1-748520' },
  { code: 'BEB', name: 'Bebidas y Licores del Istmo, S.A.', ruc: '1156702-1-570418' },
  { code: 'QUI', name: 'Química y Papel de Panamá, S.A.', ruc: '155658731-2-2018' },
  { code: 'FER', name: 'Ferretera Mayorista del Caribe, S.A.', ruc: '2301945-1-788063' },
];

export const DEMO_TENANT = {
  name: 'Comercial Istmo, S.A.',
  ruc: '155596713-2-2015',
  dv: '59',
  pacCompanyId: 'demo',
  timeZone: 'America/Panama',
} as const;
