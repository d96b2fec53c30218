// What the service says to its users, in Spanish: by the English template as it stands in the code, or by the word itself.
export const es: Readonly<Record<string, string>> = {
  // --- what is not there
  'Adjustment not found': 'El ajuste no existe',
  'Client not found': 'El cliente no existe',
  'Credit not found': 'La nota de crédito no existe',
  'Document not found': 'El documento no existe',
  'File not found': 'El archivo no existe',
  'Invoice line not found': 'La línea de la factura no existe',
  'Invoice not found': 'La factura no existe',
  'Item not found': 'El artículo no existe',
  'Location not found': 'La ubicación no existe',
  'Order not found': 'El pedido no existe',
  'Purchase order line not found': 'La línea de la orden de compra no existe',
  'Purchase order not found': 'La orden de compra no existe',
  'Reservation not found': 'La reserva no existe',
  'Supplier not found': 'El proveedor no existe',
  'Token not found': 'El token no existe',

  // --- callers and requests
  '"documentId" must be a string': '"documentId" debe ser un texto',
  '"extensions" must be a JSON object': '"extensions" debe ser un objeto JSON',
  '"operationName" must be a string': '"operationName" debe ser un texto',
  '"operationName" must have at most {most} characters': '"operationName" debe tener como máximo {most} caracteres',
  '"query" must be a string': '"query" debe ser un texto',
  '"variables" must be a JSON object': '"variables" debe ser un objeto JSON',
  'A valid bearer token is required': 'Se necesita un token válido (Bearer)',
  'One operation for each request: the body must be a JSON object, not a list':
    'Una operación por solicitud: el cuerpo debe ser un objeto JSON, no una lista',
  'Only operations that this service was told of may be run here': 'Aquí solo se ejecutan operaciones registradas',
  'Operations are sent by POST, as {type}': 'Las operaciones se envían por POST, como {type}',
  PersistedQueryNotFound: 'PersistedQueryNotFound',
  'Something went wrong here (request {requestId})': 'Algo falló en el servicio (solicitud {requestId})',
  'The answer holds more than {most} objects; ask for shorter pages, or in more requests':
    'La respuesta tiene más de {most} objetos; pida páginas más cortas o divida la solicitud',
  'The body must be a JSON object with a "query"': 'El cuerpo debe ser un objeto JSON con "query"',
  'The database cannot be reached at the moment; try again (request {requestId})':
    'La base de datos no responde en este momento; intente de nuevo (solicitud {requestId})',
  'The identity provider cannot be reached at the moment': 'El proveedor de identidad no responde en este momento',
  'The metrics are for whoever bears METRICS_TOKEN': 'Las métricas necesitan METRICS_TOKEN',
  'The service does not answer until a problem of this installation is solved':
    'El servicio no atiende hasta que se resuelva un problema de esta instalación',
  'This needs the role viewer': 'Para esto se necesita el rol viewer',
  'This needs the role {role}': 'Para esto se necesita el rol {role}',
  'Too many requests; try again in {seconds} s': 'Demasiadas solicitudes; intente de nuevo en {seconds} s',
  '{problems}': '{problems}',
  '{value}': '{value}',

  // --- scalars
  'UUID must be written like 018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f':
    'UUID debe escribirse como 018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f',
  'Decimal must be a string in plain notation such as "12.5", at most {integers} digits before and {decimals} after the point, or an Int':
    'Decimal debe ser un texto en notación simple como "12.5", con un máximo de {integers} dígitos antes y {decimals} después del punto, o un Int',
  'DateTime must be an ISO 8601 instant with an offset, such as 2026-03-01T17:04:05.123Z':
    'DateTime debe ser un instante ISO 8601 con su desfase, como 2026-03-01T17:04:05.123Z',
  'Date must be a calendar day such as 2026-03-01': 'Date debe ser un día del calendario como 2026-03-01',

  // --- fields
  '{field} belongs to goods that come: quantity above 0':
    '{field} corresponde a mercancía que entra: cantidad mayor que 0',
  '{field} belongs to goods that come: quantityChange above 0':
    '{field} corresponde a mercancía que entra: cambio mayor que 0',
  '{field} is 0': '{field} es 0',
  '{field} is missing': 'falta {field}',
  '{field} must be DGI or PROFORM; DGI_IMPORT is written by the import':
    '{field} debe ser DGI o PROFORM; DGI_IMPORT lo escribe la importación',
  '{field} must be NONE, LOT or SERIAL, not {text}': '{field} debe ser NONE, LOT o SERIAL, no {text}',
  '{field} must be a number such as 12.5, not {text}': '{field} debe ser un número como 12.5, no {text}',
  '{field} must be a whole number of days, not {text}': '{field} debe ser un número entero de días, no {text}',
  '{field} must be above 0': '{field} debe ser mayor que 0',
  '{field} must be an address such as ana@example.com': '{field} debe ser una dirección como ana@example.com',
  '{field} must be another location': '{field} debe ser otra ubicación',
  '{field} must be at most {most}': '{field}: como máximo {most}',
  '{field} must be at most {most}, not {length}': '{field}: como máximo {most}, no {length}',
  '{field} must be between 0 and {most} days, not {leadTime}':
    '{field} debe estar entre 0 y {most} días, no {leadTime}',
  '{field} must be a number of the series {series}': '{field} debe ser un número de la serie {series}',
  '{field} must be between {least} and {most}, not {value}': '{field} debe estar entre {least} y {most}, no {value}',
  '{field} must be made of digits, letters and hyphens, such as 155596713-2-2015 or 8-442-445':
    '{field} debe tener dígitos, letras y guiones, como 155596713-2-2015 u 8-442-445',
  '{field} must be one of {rates}, not {rate}': '{field} debe ser una de {rates}, no {rate}',
  '{field} must be well-formed Unicode': '{field} debe ser Unicode bien formado',
  '{field} must have a character that can be seen': '{field} debe tener un carácter visible',
  '{field} must have at most 2 decimals': '{field} debe tener como máximo 2 decimales',
  '{field} must have at most {most} characters': '{field} debe tener como máximo {most} caracteres',
  '{field} must have at most {most} characters, not {length}':
    '{field} debe tener como máximo {most} caracteres, no {length}',
  '{field} must have between 1 and {most} characters': '{field} debe tener entre 1 y {most} caracteres',
  '{field} must have between {least} and 1000 characters': '{field} debe tener entre {least} y 1000 caracteres',
  '{field} must have between {least} and {most} characters, not {length}':
    '{field} debe tener entre {least} y {most} caracteres, no {length}',
  '{field} must name at least one item': '{field} debe tener por lo menos un artículo',
  '{field} must name at least one line; left out, the whole invoice is credited':
    '{field} debe tener por lo menos una línea; si se omite, se acredita toda la factura',
  '{field} must not be 0': '{field} no debe ser 0',
  '{field} must not be below 0': '{field} no debe ser menor que 0',
  '{field} must not be empty': '{field} no debe estar vacío',
  '{field} must not be negative': '{field} no debe ser negativo',
  '{field} must not contain NUL characters': '{field} no debe contener caracteres NUL',
  '{field} must not contain characters that cannot be seen': '{field} no debe contener caracteres invisibles',
  'Too many notices wait for documents that are not known here':
    'Demasiados avisos esperan documentos que aquí no se conocen',
  'Send a code or a token': 'Envíe un código o un token',
  'This link has been used, or is too old': 'Este enlace ya se usó, o es demasiado viejo',
  'The caller has hung up': 'Quien llamaba ya no espera',
  '{field} must be between 2000-01-01 and tomorrow': '{field} debe estar entre el 2000-01-01 y mañana',
  '{field} must not contain control characters': '{field} no debe contener caracteres de control',
  'A CONTRIBUYENTE needs a ruc': 'Un CONTRIBUYENTE necesita RUC',
  'Give exactly one of pacDocumentId, notReceivedReason and numberTakenBy':
    'Indique solo uno de pacDocumentId, notReceivedReason y numberTakenBy',
  'The total of the order must have at most {most} digits before the point':
    'El total del pedido debe tener como máximo {most} dígitos antes del punto',
  'Unknown time zone "{timeZone}"; use an IANA name such as America/Panama':
    'Zona horaria desconocida "{timeZone}"; use un nombre IANA como America/Panama',
  'lotNumber and expirationDate are named when the goods come, in receivePurchaseOrder':
    'lotNumber y expirationDate se indican cuando llega la mercancía, en receivePurchaseOrder',
  '"{expiresIn}" is no lifetime; use a number and s, m, h or d, such as 30d':
    '"{expiresIn}" no es una duración; use un número y s, m, h o d, como 30d',
  '{text} is no day like 2026-03-01': '{text} no es un día como 2026-03-01',

  // --- catalog and stock
  'A location with the code {code} exists already': 'Ya existe una ubicación con el código {code}',
  'An item with the SKU {sku} exists already': 'Ya existe un artículo con el SKU {sku}',
  'Lot {lotNumber} of {sku} expires on {date}, not on {expires}':
    'El lote {lotNumber} de {sku} vence el {date}, no el {expires}',
  'Not enough stock of {sku}: {available} available': 'No hay suficiente existencia de {sku}: {available} disponible',
  'Not enough stock of {sku}: {change} asked for, which would leave {onHand} on hand with {reserved} reserved':
    'No hay suficiente existencia de {sku}: se pide {change}, lo que dejaría {onHand} en bodega con {reserved} reservado',
  'Not enough stock of {sku}: {wanted} asked for, {place} {held}':
    'No hay suficiente existencia de {sku}: se pide {wanted}; {place} {held}',
  'its lots at this location hold': 'sus lotes en esta ubicación tienen',
  'lot {named} holds': 'el lote {named} tiene',
  'Serial {serial} of {sku} is in stock already': 'El número de serie {serial} de {sku} ya está en existencia',
  'The balance is {before}, not {expectedBalance}: it was moved meanwhile':
    'El saldo es {before}, no {expectedBalance}: hubo un movimiento mientras tanto',
  'The reservation belongs to an order; cancel the order to release it':
    'La reserva es de un pedido; cancele el pedido para liberarla',
  'The reservation is consumed: its goods have left': 'La reserva ya se consumió: la mercancía salió',
  '{sku} is tracked by serial: each lotNumber comes with the quantity 1, not {quantity}':
    '{sku} se controla por número de serie: cada lotNumber tiene cantidad 1, no {quantity}',
  '{sku} is tracked by serial: the quantity must be whole':
    '{sku} se controla por número de serie: la cantidad debe ser entera',
  '{sku} is tracked by {mode}: {field} is needed': '{sku} se controla por {mode}: falta {field}',
  '{sku} is tracked neither by lot nor by serial: it takes no lotNumber and no expirationDate':
    '{sku} no se controla por lote ni por número de serie: no lleva lotNumber ni expirationDate',

  // --- orders and purchases
  'Order {number} is canceled': 'El pedido {number} está cancelado',
  'Order {number} is invoiced; cancel or void its invoice':
    'El pedido {number} está facturado; cancele o anule su factura',
  'Purchase order {number} is received in part: close it instead':
    'La orden de compra {number} se recibió en parte: ciérrela',
  'Purchase order {number} is {status}: no more goods can come':
    'La orden de compra {number} está {status}: ya no puede recibir mercancía',
  'Purchase order {number} is {status}: there is nothing to cancel':
    'La orden de compra {number} está {status}: no hay nada que cancelar',
  'Purchase order {number} is {status}: there is nothing to close':
    'La orden de compra {number} está {status}: no hay nada que cerrar',

  // --- invoices, credit notes, payments
  'A credit note of mode DGI needs an invoice that is DGI_AUTHORIZED; {number} is {status}':
    'Una nota de crédito en modo DGI necesita una factura autorizada por la DGI; {number} está {status}',
  Credit: 'Nota de crédito',
  Invoice: 'Factura',
  'Credit {number} is VOID': 'La nota de crédito {number} está anulada',
  'Credit {number} is VOID already': 'La nota de crédito {number} ya está anulada',
  'Credit {number} is not certified yet; it can be applied once the PAC has authorized it':
    'La nota de crédito {number} aún no está certificada; se puede aplicar cuando el PAC la autorice',
  'Credit {number} is {creditStatus}': 'La nota de crédito {number} está {creditStatus}',
  'Credit {number} is {legalStatus}': 'La nota de crédito {number} está {legalStatus}',
  'Invoice {number} is {status} and cannot be converted': 'La factura {number} está {status} y no se puede convertir',
  '{name} may be certified already: the PAC has {number} (document {pacDocumentId}, CUFE {cufe}), which is unknown here':
    '{name} puede estar certificado ya: el PAC tiene {number} (documento {pacDocumentId}, CUFE {cufe}), que aquí no se conoce',
  'Order {order} has the invoice {number} already': 'El pedido {order} ya tiene la factura {number}',
  'The PAC shows no invoice of this tenant and billing point under {pacDocumentId}: its CUFE is {cufe}':
    'El PAC no muestra con {pacDocumentId} una factura de esta empresa y punto de facturación: su CUFE es {cufe}',
  'The document {pacDocumentId} is {status} at the PAC; there is nothing to rebuild':
    'El documento {pacDocumentId} está {status} en el PAC; no hay nada que reconstruir',
  'Order {order} has the proforma {number}; convertInvoiceToDgi files it: invoiceId {invoiceId}':
    'El pedido {order} tiene la proforma {number}; convertInvoiceToDgi la emite: invoiceId {invoiceId}',
  'Order {order} has the invoice {number} already, which is no proforma':
    'El pedido {order} ya tiene la factura {number}, que no es una proforma',
  'Credit {number} is {mode} and cannot be converted': 'La nota de crédito {number} es {mode} y no se puede convertir',
  'Invoice {number} has credits; cancel {credit} first':
    'La factura {number} tiene notas de crédito; cancele primero {credit}',
  'Invoice {number} has the credit {credit}; void or cancel that first':
    'La factura {number} tiene la nota de crédito {credit}; anúlela o cancélela primero',
  'Invoice {number} is VOID': 'La factura {number} está anulada',
  'Invoice {number} is VOID already': 'La factura {number} ya está anulada',
  'Invoice {number} is being voided at the PAC and takes no credit meanwhile':
    'La factura {number} se está anulando en el PAC y mientras tanto no admite notas de crédito',
  'Invoice {number} is being voided at the PAC and takes no payment meanwhile':
    'La factura {number} se está anulando en el PAC y mientras tanto no admite pagos',
  'Invoice {number} is {legalStatus} and takes no credit':
    'La factura {number} está {legalStatus} y no admite notas de crédito',
  'Invoice {number} is {legalStatus} and takes no payment': 'La factura {number} está {legalStatus} y no admite pagos',
  'Invoice {number} is {status} and takes no credit': 'La factura {number} está {status} y no admite notas de crédito',
  'Line {lineNumber} has {left} left to credit, {quantity} asked for':
    'A la línea {lineNumber} le quedan {left} por acreditar; se pide {quantity}',
  'Nothing is left to credit on this invoice': 'No queda nada por acreditar en esta factura',
  'Credit note {number} of the last 24 hours is the same; give the request an idempotencyKey if another one is meant':
    'La nota de crédito {number} de las últimas 24 horas es igual; si quiere otra, dé a la solicitud una idempotencyKey',
  'The idempotencyKey {key} was used for another request': 'La clave de idempotencia {key} se usó para otra solicitud',
  'The header Idempotency-Key holds for one mutation; give each of several its own idempotencyKey':
    'La cabecera Idempotency-Key vale para una sola mutación; dé a cada una su propia idempotencyKey',
  '{field} and the header Idempotency-Key must be the same': '{field} y la cabecera Idempotency-Key deben coincidir',
  '{field} belongs to the whole request, not to a part of it': '{field} es de toda la solicitud, no de una parte',
  '{field} must have between 1 and {most} printable characters':
    '{field} debe tener entre 1 y {most} caracteres imprimibles',
  'Movement not found': 'El movimiento no existe',
  'The invoice is {invoiceStatus} and takes no credit': 'La factura está {invoiceStatus} y no admite notas de crédito',
  'The invoice is {invoiceStatus} and takes no payment': 'La factura está {invoiceStatus} y no admite pagos',

  // --- what the PAC would refuse
  '{field}: {message}': '{field}: {message}',
  'CREDIT pays nothing at once: say by instalments when the whole total is due':
    'CREDIT no paga nada al momento: indique con cuotas cuándo vence el total',
  'Client {name} has no RUC, which its kind of receiver needs':
    'El cliente {name} no tiene RUC, que su tipo de receptor necesita',
  'ITBMS has no rate of {rate} %': 'El ITBMS no tiene una tasa de {rate} %',
  'Instalment {number} must be above 0, with at most 2 decimals':
    'La cuota {number} debe ser mayor que 0, con un máximo de 2 decimales',
  'Instalment {number} must be due after the one before it': 'La cuota {number} debe vencer después de la anterior',
  'Order {number} has its invoice already': 'El pedido {number} ya tiene su factura',
  'The PAC could not be asked about the RUC {ruc}: {cause}': 'No se pudo consultar al PAC por el RUC {ruc}: {cause}',
  'The PAC does not know the RUC {ruc}: {reasons}': 'El PAC no conoce el RUC {ruc}: {reasons}',
  'The PAC gives the RUC {ruc} the check digit (DV) {checkDigit}':
    'El PAC da al RUC {ruc} el dígito verificador (DV) {checkDigit}',
  'The PAC gives the RUC {ruc} the check digit (DV) {checkDigit}, the client has {dv}':
    'El PAC da al RUC {ruc} el dígito verificador (DV) {checkDigit}; el cliente tiene {dv}',
  'The check digit (DV) of the RUC {ruc} is not known': 'No se conoce el dígito verificador (DV) del RUC {ruc}',
  'The check digit (DV) of the RUC {ruc} is {right}, not {dv}':
    'El dígito verificador (DV) del RUC {ruc} es {right}, no {dv}',
  'The instalments exceed the total of {total} by {excess}': 'Las cuotas superan el total de {total} por {excess}',
  'There can be {most} instalments at most': 'Puede haber un máximo de {most} cuotas',
  '{sku} has no CPBS code, which each line for a government receiver needs':
    '{sku} no tiene código CPBS, que cada línea para un receptor del Gobierno necesita',
  'receiver.name': 'el nombre del cliente',
  'receiver.ruc.ruc': 'el RUC del cliente',
  'receiver.ruc.verificationDigit': 'el dígito verificador (DV) del cliente',
  'receiver.emails.0': 'el correo del cliente',

};