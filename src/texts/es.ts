// Texts of the service for its users, in Spanish: by the English template as it stands in the code, or by the word itself.
export const es: Readonly<Record<string, string>> = {
  // Not found.
  'A total of {certified} was certified, ours is {ours}: what is owed is the certified one.':
    'Se certificó un total de {certified}; el nuestro es {ours}: se debe el certificado.',
  'Count not found': 'El conteo no existe',
  'The transfer is {status}': 'La entrega del traslado está {status}',
  'Transfer not found': 'El traslado no existe',
  'Line not found': 'La línea no existe',
  '{field} is there twice': '{field} está dos veces',
  'Of line {number} {rest} are in transit, not {quantity}':
    'De la línea {number} hay {rest} en tránsito, no {quantity}',
  '{sku} is tracked by {mode}: it is transferred at once, lot by lot':
    '{sku} se controla por {mode}: se traslada de inmediato, lote por lote',
  'The count {name} is {status}': 'El conteo {name} está {status}',
  'The count {name} is not for cashiers': 'El conteo {name} no es para cajeros',
  'The count has {lines} lines, and {reviewed} were reviewed':
    'El conteo tiene {lines} líneas y se revisaron {reviewed}',
  'Another count that was posted since has moved {skus}: it must be counted again':
    'Otro conteo que se registró después ya movió {skus}: hay que volver a contarlo',
  '{field} is needed with countedAt': '{field} hace falta junto con countedAt',
  '{field} must not be later than clock': '{field} no puede ser posterior a clock',
  '{field} must not be earlier than the opening of the count': '{field} no puede ser anterior a la apertura del conteo',
  '{sku} is tracked by {mode}: its lots are counted by an adjustment of each':
    '{sku} se lleva por {mode}: sus lotes se cuentan con un ajuste de cada uno',
  '{most} labels are printed at a time, not {count}': 'Se imprimen hasta {most} etiquetas a la vez, no {count}',
  '{code} of {sku} has characters that no barcode has':
    '{code} de {sku} tiene caracteres que ningún código de barras tiene',
  '{code} of {sku} is too long for a label of this size':
    '{code} de {sku} es demasiado largo para una etiqueta de este tamaño',
  '{field} must stand in the address once': '{field} debe estar una sola vez en la dirección',
  '{field} must be a whole number': '{field} debe ser un número entero',
  '{field} must name 1 to {most} items': '{field} debe nombrar de 1 a {most} artículos',
  'Till session not found': 'La sesión de caja no existe',
  '{user} has a till open already: it is closed first': '{user} ya tiene una caja abierta: primero hay que cerrarla',
  'The id {id} is that of another entry': 'El id {id} es de otro movimiento de la caja',
  'The till is not counted yet': 'Falta el arqueo de la caja',
  '{field} must say why the count differs from what is expected':
    '{field} debe explicar por qué sobra o falta en el arqueo',
  'The till was closed by Z {number}': 'La caja se cerró con el cierre Z {number}',
  'A cashier acts in a session of their own only': 'El cajero solo trabaja en su propia caja',
  '{field} CASH is counted by its pieces': '{field} CASH se cuenta por billetes y monedas',
  '{field} has {name} twice': '{field} tiene {name} dos veces',
  'Invoice {number} is being filed: try again': 'La factura {number} se está emitiendo: inténtelo de nuevo',
  '{most} may go back of this sale, {amount} asked for': 'De esta venta se pueden devolver {most}; se piden {amount}',
  '{most} of this sale came by {method}, {amount} asked for':
    'De esta venta se cobró {most} por {method}; se piden {amount}',
  'A cashier takes nothing back: an operator does': 'El cajero no recibe devoluciones: las recibe un operador',
  'Invoice {number} is of another office and is taken back there':
    'La factura {number} es de otra sucursal: la devolución se hace allí',
  'The till of {user} is not open': 'La caja de {user} no está abierta',
  '{field} is not for a cashier': '{field} no es para un cajero',
  'A cashier changes neither prices nor taxes: the price is {price}':
    'El cajero no cambia precios ni impuestos: el precio es {price}',
  'A cashier gives a discount of {most} % at most': 'El cajero da como máximo {most} % de descuento',
  'A cashier gives a client no price list': 'El cajero no asigna listas de precios',
  'A cashier gives a client no retention': 'El cajero no asigna retenciones',
  'A cashier says nothing of the retention: it is that of the client':
    'El cajero no indica la retención: es la del cliente',
  'This calendar has ended, or never was': 'Este calendario terminó o nunca existió',
  'Last moment to void {number}': 'Último momento para anular {number}',
  'Last day for a credit note of {number}': 'Último día para una nota de crédito de {number}',
  'The contingency must be explained': 'Hay que explicar la contingencia',
  'Last day to declare the ITBMS of {month}': 'Último día para declarar el ITBMS de {month}',
  'Deadlines of {company}': 'Plazos de {company}',
  'Webhook endpoint not found': 'El destino de webhooks no existe',
  'Webhook delivery not found': 'La entrega de webhook no existe',
  'No document is made until the restore of the database is ended':
    'No se emite ningún documento mientras no se termine la restauración de la base de datos',
  'A webhook cannot be sent to this {field}: {because}': 'No se puede enviar un webhook a este {field}: {because}',
  'it is no URL': 'no es una URL',
  'it does not begin with https:': 'no comienza con https:',
  'it carries credentials': 'lleva credenciales',
  '{host} is private and not in WEBHOOK_HOSTS': '{host} es privado y no está en WEBHOOK_HOSTS',
  'The webhook endpoint is disabled': 'El destino de webhooks está desactivado',
  'There are {count} webhook endpoints, and no more can be made':
    'Hay {count} destinos de webhooks y no se pueden crear más',
  'Act not found': 'El acto no existe',
  'Plan not found': 'El plan no existe',
  'The plan was carried out, and refused afterwards; make another one':
    'El plan se ejecutó y después fue rechazado; haga otro',
  'The plan has expired at {instant}; make another one': 'El plan venció a las {instant}; haga otro',
  'What the plan told has changed: {changes}. Make another one': 'Cambió lo que el plan decía: {changes}. Haga otro',
  '{user} has decided the plan already': '{user} ya decidió sobre el plan',
  '{user} has refused the plan': '{user} rechazó el plan',
  'The plan was made for {user}: another person decides': 'El plan es para {user}: decide otra persona',
  'The plan is of {amount} and waits for the approval of a second person; confirm it again then':
    'El plan es de {amount} y espera la aprobación de otra persona; confírmelo de nuevo entonces',
  'There is no act {act}; the tool describe lists them': 'No hay un acto {act}; la herramienta describe los enumera',
  'Nothing would be done: {act} has been done already': 'No habría nada que hacer: {act} ya se hizo',
  '{field} must be an id that plan has answered': '{field} debe ser un id que dio plan',
  'There is no tool {tool}': 'No hay una herramienta {tool}',
  '{field} is no argument of this tool': '{field} no es un argumento de esta herramienta',
  '{field} is required': 'Falta {field}',
  '{field} must be of type {type}': '{field} debe ser de tipo {type}',
  '{field} must be a name of at most 40 letters, digits, spaces, dots and hyphens':
    '{field} debe ser un nombre de hasta 40 letras, cifras, espacios, puntos y guiones',
  'The token of this assistant may not do {operation}; it may: {acts}':
    'El token de este asistente no permite {operation}; permite: {acts}',
  'The token of this assistant has limits of amounts: it may change no price and no tax rate':
    'El token de este asistente tiene límites de monto: no puede cambiar precios ni tasas de impuesto',
  'The token of this assistant may not act in the office {office}':
    'El token de este asistente no permite actuar en la sucursal {office}',
  'The token was revoked': 'El token fue revocado',
  'The act is of {amount}; the token of this assistant may act up to {most} at a time':
    'El acto es de {amount}; el token de este asistente permite hasta {most} por acto',
  'With this act of {amount} the day comes to {spent}; the token of this assistant may act up to {most} a day':
    'Con este acto de {amount} el día llega a {spent}; el token de este asistente permite hasta {most} por día',
  'The act is of {amount}; above {most} a second person approves the plan of it':
    'El acto es de {amount}; por encima de {most} otra persona aprueba su plan',
  'Adjustment not found': 'El ajuste no existe',
  'Billing point not found': 'El punto de facturación no existe',
  'Client not found': 'El cliente no existe',
  'Credit not found': 'La nota de crédito no existe',
  'Debit note not found': 'La nota de débito no existe',
  'Document not found': 'El documento no existe',
  'File not found': 'El archivo no existe',
  'Invoice line not found': 'La línea de la factura no existe',
  'Invoice not found': 'La factura no existe',
  'Item not found': 'El artículo no existe',
  'Location not found': 'La ubicación no existe',
  'Office not found': 'La sucursal no existe',
  'Order not found': 'El pedido no existe',
  'Payment not found': 'El pago no existe',
  'Price list not found': 'La lista de precios no existe',
  'Purchase order line not found': 'La línea de la orden de compra no existe',
  'Purchase order not found': 'La orden de compra no existe',
  'Supplier invoice not found': 'La factura del proveedor no existe',
  'Reservation not found': 'La reserva no existe',
  'This route has {allow}': 'Esta ruta tiene {allow}',
  'Route not found': 'La ruta no existe',
  'Sale not found': 'La venta no existe',
  'Supplier not found': 'El proveedor no existe',
  'Session not found': 'La sesión no existe',
  '{number} was sent {most} times within a day; send it again tomorrow':
    '{number} se envió {most} veces en un día; vuelva a enviarlo mañana',
  '{most} documents were sent within a day; send it again tomorrow':
    'Se enviaron {most} documentos en un día; vuelva a enviarlo mañana',
  'GraphiQL is not shown in a browser that is signed in to the dashboard; use a private window':
    'GraphiQL no se muestra en un navegador con la sesión abierta; use una ventana privada',
  'GraphiQL is sent compressed only: ask with Accept-Encoding: gzip':
    'GraphiQL se envía solo comprimido: pídalo con Accept-Encoding: gzip',
  'Token not found': 'El token no existe',

  // Own ids and metadata.
  '{what} {id} has the externalId {externalId} already': '{what} {id} ya tiene el externalId {externalId}',
  'Another record has the same externalId by now': 'Otro registro tiene ya el mismo externalId',
  'Order {order} has the invoice {number} already, whose externalId is {externalId}':
    'El pedido {order} ya tiene la factura {number}, cuyo externalId es {externalId}',
  'Item {sku} has the externalId {externalId} already': 'El artículo {sku} ya tiene el externalId {externalId}',
  '{count} clients have the RUC {ruc}: give the externalId of one':
    '{count} clientes tienen el RUC {ruc}: indique el externalId de uno',
  'It took too long; ask for less at once, or try again later (request {requestId})':
    'Tardó demasiado; pida menos de una vez o intente más tarde (solicitud {requestId})',
  'It was written by another at this moment': 'Otro lo escribió en este momento',
  'Row {index} has the same {field}': 'La fila {index} tiene el mismo {field}',
  'One of itemId, sku and externalId names the item': 'Uno entre itemId, sku y externalId nombra el artículo',
  '{field} is {before} and cannot be changed': '{field} es {before} y no se puede cambiar',
  '{field} must be a JSON object': '{field} debe ser un objeto JSON',
  '{field} must have at most {keys} keys and {most} bytes':
    '{field} debe tener como máximo {keys} claves y {most} bytes',
  Client: 'Cliente',
  Supplier: 'Proveedor',
  Item: 'Artículo',
  Location: 'Ubicación',
  Order: 'Pedido',
  Payment: 'Pago',
  'Purchase order': 'Orden de compra',

  // Callers and requests.
  '"documentId" must be a string': '"documentId" debe ser un texto',
  '"extensions" must be a JSON object': '"extensions" debe ser un objeto JSON',
  '"operationName" must be a string': '"operationName" debe ser un texto',
  '"operationName" must have at most {most} characters': '"operationName" debe tener como máximo {most} caracteres',
  '"query" must be a string': '"query" debe ser un texto',
  '"variables" must be a JSON object': '"variables" debe ser un objeto JSON',
  'A valid bearer token is required': 'Se necesita un token válido (Bearer)',
  'One operation for each request: the body must be a JSON object, not a list':
    'Una operación por solicitud: el cuerpo debe ser un objeto JSON, no una lista',
  'Only persisted operations may run here': 'Aquí solo se ejecutan operaciones registradas',
  'Operations are sent by POST, as {type}': 'Las operaciones se envían por POST, como {type}',
  PersistedQueryNotFound: 'PersistedQueryNotFound',
  'Something went wrong here (request {requestId})': 'Algo falló en el servicio (solicitud {requestId})',
  'The answer holds more than {most} objects; ask for shorter pages, or in more requests':
    'La respuesta tiene más de {most} objetos; pida páginas más cortas o divida la solicitud',
  'line {before} has the same {what}': 'la línea {before} tiene el mismo {what}',
  'an item with the SKU {sku} exists already': 'ya existe un artículo con el SKU {sku}',
  'an item with the SKU {sku} or the barcode {barcode} exists already':
    'ya existe un artículo con el SKU {sku} o el código de barras {barcode}',
  'there is no item with the SKU {sku}': 'no hay un artículo con el SKU {sku}',
  'there is no location with the code {location}': 'no hay una ubicación con el código {location}',
  'there is no client with the code {client}': 'no hay un cliente con el código {client}',
  'it is empty': 'está vacía',
  'it has {fields} fields, the header {expected}': 'tiene {fields} campos y el encabezado {expected}',
  'it has a NUL character in {field}': 'tiene un carácter NUL en {field}',
  'A file may have {most} lines': 'Un archivo puede tener {most} líneas',
  'The sign-in was begun by another service; begin again':
    'El inicio de sesión se empezó en otro servicio; empiece de nuevo',
  'The request cannot be read': 'No se puede leer la solicitud',
  'The headers of the request are too large': 'Los encabezados de la solicitud son demasiado grandes',
  'The request took too long to arrive': 'La solicitud tardó demasiado en llegar',
  'A row may have {most} characters': 'Una fila puede tener {most} caracteres',
  'A file may have {most} cells': 'Un archivo puede tener {most} celdas',
  'Cannot read {file}: it takes more than {seconds} s or {megabytes} MB; divide it':
    'No se puede leer {file}: ocupa más de {seconds} s o {megabytes} MB; divídalo',
  'A file may have {most} bytes, unpacked': 'Un archivo puede tener {most} bytes, descomprimido',
  'A sheet may have {most} columns': 'Una hoja puede tener {most} columnas',
  'Cannot read {file} as XLSX: {message}': 'No se puede leer {file} como XLSX: {message}',
  'The month has {count} documents; an archive has at most {most}':
    'El mes tiene {count} documentos; un archivo contiene como máximo {most}',
  'Import not found': 'No existe esa importación',
  '{field} must be true or false': '{field} debe ser true o false',
  'Send the file as the body, with its type': 'Envíe el archivo como cuerpo, con su tipo',
  '{field} must not be after today': '{field} no debe ser posterior a hoy',
  '{field} must not be before the day of the invoice': '{field} no debe ser anterior al día de la factura',
  '{field} must not be above the total': '{field} no debe ser mayor que el total',
  '{field} must be a day such as 2026-03-01, not {text}': '{field} debe ser un día como 2026-03-01, no {text}',
  '{field} must be an amount above 0 such as 12.50, not {text}':
    '{field} debe ser un monto mayor que 0 como 12.50, no {text}',
  '{number} is the number of another document': '{number} es el número de otro documento',
  '{number} was canceled: import what is owed under another number':
    '{number} está cancelado: importe lo que se debe con otro número',
  '{number} is a number of the kind that Folio gives': '{number} es un número de los que da Folio',
  'The list has no column {column}': 'La lista no tiene la columna {column}',
  'No argument has the name {field}': 'Ningún argumento se llama {field}',
  '{field} is given more than once': '{field} aparece más de una vez',
  'List not found': 'No existe esa lista',
  'The body must be a JSON object with a "query"': 'El cuerpo debe ser un objeto JSON con "query"',
  'The body must be a JSON object': 'El cuerpo debe ser un objeto JSON',
  'The key of a request stands in the header Idempotency-Key':
    'La clave de una solicitud va en el encabezado Idempotency-Key',
  'Record not found': 'No se encontró el registro',
  '{field} needs at least one entry': '{field} necesita al menos un elemento',
  '{field} belongs to a PAC with users; it has no colon, and comes with a password':
    '{field} es de un PAC con usuarios; no lleva dos puntos y va con su contraseña',
  '{field} must be another than {other}': '{field} debe ser distinto de {other}',
  '{field} is needed: the second account has credentials of its own':
    'Falta {field}: la segunda cuenta tiene sus propias credenciales',
  'The company {pacCompanyId} has documents; another PAC or environment has another company ID':
    'La empresa {pacCompanyId} ya tiene documentos; otro PAC u otro ambiente lleva otro id de empresa',
  'The database cannot be reached at the moment; try again (request {requestId})':
    'La base de datos no responde en este momento; intente de nuevo (solicitud {requestId})',
  'Another request was in the way; try again (request {requestId})':
    'Otra solicitud se interpuso; intente de nuevo (solicitud {requestId})',
  'The identity provider cannot be reached at the moment': 'El proveedor de identidad no responde en este momento',
  'The metrics need METRICS_TOKEN as the bearer token': 'Las métricas necesitan METRICS_TOKEN',
  'The service does not answer until a problem of this installation is solved':
    'El servicio no atiende hasta que se resuelva un problema de esta instalación',
  'A request without a token or a route may have {most} bytes':
    'Una solicitud sin token o sin ruta puede tener {most} bytes',
  "Body cannot be empty when content-type is set to 'application/json'": 'El cuerpo no puede estar vacío si es JSON',
  "Body is not valid JSON but content-type is set to 'application/json'": 'El cuerpo no es JSON válido',
  'No tenant has this company id': 'Ninguna empresa tiene este identificador',
  'Request body is too large': 'El cuerpo de la solicitud es demasiado grande',
  'Request body size did not match Content-Length': 'El tamaño del cuerpo no coincide con Content-Length',
  'The body must be JSON, with the header Content-Type: application/json':
    'El cuerpo debe ser JSON, con el encabezado Content-Type: application/json',
  'The body is not UTF-8': 'El cuerpo no está en UTF-8',
  'The address of the request cannot be read': 'No se puede leer la dirección de la solicitud',
  'The body is nested too deep': 'El cuerpo tiene demasiados niveles',
  'The body is not JSON': 'El cuerpo no es JSON',
  'The content type of a notice is application/json': 'El tipo de contenido de un aviso es application/json',
  'The signature is missing or wrong': 'Falta la firma o no es correcta',
  'Unsupported Media Type': 'El tipo de contenido no se acepta aquí',
  'The operation has {many} {of}; the most is {most}': 'La operación tiene {many} {of}; el máximo es {most}',
  'The operation has {many} {of}; the most without a token is {most}':
    'La operación tiene {many} {of}; el máximo sin token es {most}',
  'The operation asks the schema for {twice} again where it is asked for already, or too often; getIntrospectionQuery of graphql-js asks for everything once':
    'La operación pide {twice} del esquema otra vez, o demasiadas veces; getIntrospectionQuery de graphql-js lo pide todo una vez',
  'The answer about the schema has some {characters} characters; the most is {most} without a token, unless it is asked as getIntrospectionQuery of graphql-js does':
    'Lo que se pide del esquema tiene unos {characters} caracteres; el máximo es {most} sin token, salvo que se pida como getIntrospectionQuery de graphql-js',
  'The answer about the schema has some {characters} characters; the most is {most}':
    'Lo que se pide del esquema tiene unos {characters} caracteres; el máximo es {most}',
  'The answer has more than {most} bytes, the most without a token':
    'La respuesta tiene más de {most} bytes, el máximo sin token',
  'Without a token the schema is sent compressed only: ask with Accept-Encoding: gzip (curl --compressed), or with a token':
    'Sin token el esquema solo se envía comprimido: pida con Accept-Encoding: gzip (curl --compressed), o con un token',
  'more than {most}': 'más de {most}',
  'levels of fields within fields': 'niveles de campos dentro de campos',
  'levels of fields below __schema or __type': 'niveles de campos bajo __schema o __type',
  'fields, those of fragments wherever they are spread': 'campos, contados los de fragmentos donde se usan',
  'objects to answer with, each list counted as long as its limit':
    'objetos por responder, cada lista contada hasta su límite',
  aliases: 'alias',
  directives: 'directivas',
  fragments: 'fragmentos',
  mutations: 'mutaciones',
  'This needs the role viewer': 'Para esto se necesita el rol consulta',
  'This needs the role {role}': 'Para esto se necesita el rol {role}',
  'Too many requests; try again in {seconds} s': 'Demasiadas solicitudes; intente de nuevo en {seconds} s',
  '{problems}': '{problems}',
  '{value}': '{value}',

  // Scalars.
  'UUID must be written like 018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f':
    'UUID debe escribirse como 018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f',
  'Decimal must be a string in plain notation such as "12.5", at most {integers} digits before and {decimals} after the point, or an Int':
    'Decimal debe ser un texto en notación simple como "12.5", con un máximo de {integers} dígitos antes y {decimals} después del punto, o un Int',
  'DateTime must be an ISO 8601 instant with an offset, such as 2026-03-01T17:04:05.123Z':
    'DateTime debe ser un instante ISO 8601 con su desfase, como 2026-03-01T17:04:05.123Z',
  'Date must be a calendar day such as 2026-03-01': 'Date debe ser un día del calendario como 2026-03-01',

  // Fields.
  '{field} must be the four characters of the branch code, such as 0001':
    '{field} debe tener los cuatro caracteres del código de sucursal, como 0001',
  '{field} must be three digits, and not 000': '{field} debe tener tres dígitos y no ser 000',
  '{field} must be from -{most} to {most} degrees': '{field} debe estar entre -{most} y {most} grados',
  'An office ceases to be the main one when another one becomes it':
    'Una sucursal deja de ser la principal cuando otra pasa a serlo',
  'An office with the code {code} exists already': 'Ya existe una sucursal con el código {code}',
  'The office {office} has a billing point {code} already':
    'La sucursal {office} ya tiene un punto de facturación {code}',
  'Numbers of the series {series} have been given; its codes stay':
    'Ya se dieron números de la serie {series}; sus códigos no cambian',
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
  '{field} must be a country of ISO 3166-1 in two letters, such as PA or CO':
    '{field} debe ser un país de ISO 3166-1 en dos letras, como PA o CO',
  '{field} must be a telephone number such as 6612-3456 or +507 6612 3456':
    '{field} debe ser un número de teléfono como 6612-3456 o +507 6612 3456',
  '{field} must be the numbers of province, district and corregimiento, such as 8-8-11':
    '{field} debe ser los números de provincia, distrito y corregimiento, como 8-8-11',
  'Client {name} has no country, which a document of type {type} needs':
    'El cliente {name} no tiene país, que un documento de tipo {type} necesita',
  'Client {name} is of {country}: document type 01 is a sale within Panama, and what leaves the country is one of type 03':
    'El cliente {name} es de {country}: el documento de tipo 01 es una venta dentro de Panamá; lo que sale del país es uno de tipo 03',
  'Client {name} is foreign and has no country; {unknown} is sent':
    'El cliente {name} es extranjero y no tiene país; se envía {unknown}',
  'Client {name} is foreign and has no number of a document; 0 is sent':
    'El cliente {name} es extranjero y no tiene número de documento; se envía 0',
  'Client {name} has no address, which the PAC may ask for':
    'El cliente {name} no tiene dirección, que el PAC puede pedir',
  'Client {name} has no address of at least {least} characters, which the PAC needs':
    'El cliente {name} no tiene una dirección de al menos {least} caracteres, que el PAC exige',
  'Client {name} has no code of a corregimiento, which the PAC may ask for':
    'El cliente {name} no tiene código de corregimiento, que el PAC puede pedir',
  'The corregimiento {code} is not in the list of the DGI that Folio has':
    'El corregimiento {code} no está en la lista de la DGI que Folio tiene',
  'The e-mail address {email} has no domain such as example.com':
    'La dirección de correo {email} no tiene un dominio como example.com',
  'The telephone {telephone} is not of the form 999-9999 or 9999-9999':
    'El teléfono {telephone} no tiene la forma 999-9999 o 9999-9999',
  'The company has no RUC here, so the CUFE is not expected':
    'La empresa no tiene RUC aquí, por lo que no se espera un CUFE',
  "The office has no id of the PAC's; the PAC takes the company's main one":
    'La sucursal no tiene id del PAC; el PAC toma la principal de la empresa',
  '{ruc} is not of a form that a RUC has, such as 155596713-2-2015 or 8-442-445':
    '{ruc} no tiene la forma de un RUC, como 155596713-2-2015 o 8-442-445',
  'The PAC knows the RUC {ruc} as {known}, the client is {receiverType}':
    'El PAC conoce el RUC {ruc} como {known}; el cliente es {receiverType}',
  'A client has at most {most} e-mail addresses': 'Un cliente tiene como máximo {most} direcciones de correo',
  'Only an EXTRANJERO can be of another country than PA': 'Solo un EXTRANJERO puede ser de un país que no sea PA',
  '{field} must be an address such as ana@example.com': '{field} debe ser una dirección como ana@example.com',
  '{field} must be another location': '{field} debe ser otra ubicación',
  '{field} must be at most {most}': '{field}: como máximo {most}',
  '{field} must be at most {most}, not {length}': '{field}: como máximo {most}, no {length}',
  '{field} must be between 0 and {most} days, not {leadTime}':
    '{field} debe estar entre 0 y {most} días, no {leadTime}',
  '{field} must be a number of the series {series}': '{field} debe ser un número de la serie {series}',
  '{field} cannot be combined with offset': '{field} no se combina con offset',
  '{field} must be a cursor of this list, with the same order and search':
    '{field} debe ser un cursor de esta lista, con el mismo orden y la misma búsqueda',
  '{field} must be a cursor that was answered': '{field} debe ser un cursor que se haya respondido',
  'There are no events {type}; there are {near}': 'No hay eventos {type}; hay {near}',
  'Events after this cursor are no longer kept; read the lists anew, and continue from {field}: "now"':
    'Lo que vino después de este cursor ya no se conserva; lea las listas de nuevo y siga desde {field}: "now"',
  '{field} must be between {least} and {most}, not {value}': '{field} debe estar entre {least} y {most}, no {value}',
  '{field} must be made of digits, letters and hyphens, such as 155596713-2-2015 or 8-442-445':
    '{field} debe tener dígitos, letras y guiones, como 155596713-2-2015 u 8-442-445',
  '{field} must be one of {rates}, not {rate}': '{field} debe ser una de {rates}, no {rate}',
  '{field} must be one of {codes}, not {code}': '{field} debe ser uno de {codes}, no {code}',
  '{field} must be between 0 and 100, with at most {digits} decimals':
    '{field} debe estar entre 0 y 100, con un máximo de {digits} decimales',
  '{field} is needed: the law names no rate for this tax':
    '{field} es necesario: la ley no fija tasa para este impuesto',
  '{field} needs either an amount or a rate': '{field} necesita un monto o una tasa',
  '{field} are said by payments with the method CREDIT': '{field} se indican en payments con el método CREDIT',
  '{field} CREDIT is a term and pays no debt: the invoice is owed until its due date':
    '{field} CREDIT es un plazo y no paga una deuda: la factura se debe hasta su vencimiento',
  '{field} exceeds the {owed} that are owed by {over}: say allowOverpayment if it is right':
    '{field} supera en {over} los {owed} que se deben: indique allowOverpayment si es correcto',
  '{field} belongs to CREDIT alone: what is paid otherwise is paid at once':
    '{field} corresponde solo a CREDIT: lo demás se paga de inmediato',
  '{amount} are paid by {method} already: {field} must tell them':
    'Ya hay pagos registrados por {amount} con {method}: {field} debe incluirlos',
  'It was due on {day}, which has passed: {field} must say how it is paid now':
    'Venció el {day}: {field} debe decir cómo se paga ahora, de contado o a crédito',
  '{field} is needed: the order has no due day': '{field} es necesario: el pedido no tiene fecha de vencimiento',
  '{field} is needed: code {code} has no percentage': '{field} es necesario: el código {code} no tiene porcentaje',
  '{field} must be at most the ITBMS of {tax}, with at most 2 decimals':
    '{field} debe ser como máximo el ITBMS de {tax}, con un máximo de 2 decimales',
  '{field} must be between 0 and {most} days': '{field} debe estar entre 0 y {most} días',
  'The payments are {missing} less than the {due} that are due':
    'Los pagos son {missing} menos que los {due} por pagar',
  'The payments exceed the {due} that are due by {over}, and only cash gives change':
    'Los pagos superan en {over} los {due} por pagar, y solo el efectivo da vuelto',
  '{field} must not be above the price of {unitPrice}': '{field} no debe superar el precio de {unitPrice}',
  '{field} of {discount} cannot be taken off the lines exactly: they come to less, or have too many units':
    '{field} de {discount} no se puede descontar exactamente de las líneas: suman menos o tienen demasiadas unidades',
  '{field} must be well-formed Unicode': '{field} debe ser Unicode bien formado',
  'A text must have at most {most} characters, not {length}':
    'Un texto debe tener como máximo {most} caracteres, no {length}',
  'A text must not contain NUL characters': 'Un texto no debe contener caracteres NUL',
  'A text must be well-formed Unicode': 'Un texto debe ser Unicode bien formado',
  'A list must have at most {most} entries, not {length}':
    'Una lista debe tener como máximo {most} elementos, no {length}',
  'Variables must not be nested more than {levels} levels deep':
    'Las variables no deben anidarse más de {levels} niveles',
  '{field} must have a character that can be seen': '{field} debe tener un carácter visible',
  '{field} must have at most 2 decimals': '{field} debe tener como máximo 2 decimales',
  '{field} must have at most {most} decimals': '{field} debe tener como máximo {most} decimales',
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
  '{field} must include a role with the rights of all the others':
    '{field} debe incluir un rol con los derechos de todos los demás',
  '{field} must have at most {most} entries': '{field} debe tener como máximo {most} elementos',
  '{field} must be a UUID in lower case': '{field} debe ser un UUID en minúsculas',
  '{field} must be a user of the company, and {user} is none':
    '{field} debe ser un usuario de la empresa, y {user} no lo es',
  'The sale no longer waits at its till: {state}': 'La venta ya no espera en su caja: {state}',
  '{field} must not be negative': '{field} no debe ser negativo',
  '{field} must not contain NUL characters': '{field} no debe contener caracteres NUL',
  '{field} must not contain characters that cannot be seen': '{field} no debe contener caracteres invisibles',
  'Too many notices wait for documents that are not known here':
    'Demasiados avisos esperan documentos que aquí no se conocen',
  'Send a code or a token': 'Envíe un código o un token',
  'A session is used by the pages of this service alone': 'Una sesión la usan solo las páginas de este servicio',
  '{field} must name one of the companies of the session': '{field} debe nombrar una de las empresas de la sesión',
  'The e-mail or the password is not right': 'El correo o la contraseña no es correcto',
  'Sign in first': 'Primero entre',
  'The token of an assistant opens no session': 'El token de un asistente no abre una sesión',
  'Ways in are chosen by who was invited as a member and is signed in as one':
    'Las formas de entrar las elige quien fue invitado como persona de la empresa y entró como tal',
  'Another member of the company has this e-mail': 'Otra persona de la empresa tiene ese correo',
  'The password has been changed meanwhile': 'La contraseña se cambió mientras tanto',
  'People are invited by the identity provider': 'A las personas las invita el proveedor de identidad',
  'Member not found': 'No se encontró la persona',
  '{field} is not the password of now': '{field} no es la contraseña actual',
  '{field} must be an e-mail address': '{field} debe ser un correo electrónico',
  '{field} must have between {least} and {most} characters': '{field} debe tener entre {least} y {most} caracteres',
  '{field} must have {least} different characters or more': '{field} debe tener {least} caracteres distintos o más',
  '{field} must be a text': '{field} debe ser un texto',
  'This link has been used, or is too old': 'Este enlace ya se usó, o es demasiado viejo',
  'The connection was closed': 'La conexión se cerró',
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

  // Catalog and stock.
  '{name} is archived: restore it, or name another one in {field}':
    '{name} está archivado: restáurelo, o indique otro en {field}',
  '{name} is the price list of clients: give them another one first':
    '{name} es la lista de precios de clientes: déles otra primero',
  'The default location cannot be archived': 'La ubicación principal no se puede archivar',
  'The first billing point cannot be archived': 'El primer punto de facturación no se puede archivar',
  'Location {code} still has stock, such as of {sku}: move it first':
    'La ubicación {code} aún tiene existencias, como de {sku}: trasládelas primero',
  'Goods are on the way to location {code}, such as {sku}: receive or close their transfer first':
    'Hay mercancía en camino a la ubicación {code}, como {sku}: reciba o cierre primero su traslado',
  'A location with the code {code} exists already': 'Ya existe una ubicación con el código {code}',
  'An item with the SKU {sku} exists already': 'Ya existe un artículo con el SKU {sku}',
  'A price list called {name} exists already': 'Ya existe una lista de precios llamada {name}',
  'The item has no unit {unit}': 'El artículo no tiene la unidad {unit}',
  '{field} must not name a unit of an item twice': '{field} no debe nombrar dos veces una unidad de un artículo',
  'The barcode {barcode} belongs to another item or unit': 'El código de barras {barcode} es de otro artículo o unidad',
  '{field} must be GOODS or SERVICE, not {text}': '{field} debe ser GOODS o SERVICE, no {text}',
  '{field} must be NONE: a service has no stock': '{field} debe ser NONE: un servicio no tiene existencias',
  '{field} must be left out: a service has no stock': 'No indique {field}: un servicio no tiene existencias',
  '{field} must not name {twice} twice': '{field} no debe nombrar {twice} dos veces',
  '{sku} is a service: it has no stock': '{sku} es un servicio: no tiene existencias',
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

  // Orders and purchases.
  'A line names its item either by itemId or by barcode':
    'Una línea indica su artículo por itemId o por barcode, no por los dos',
  '{field} must be left out beside a barcode, which names one':
    'No indique {field} junto a un código de barras, que ya la nombra',
  '{sku} is tracked by serial: it comes in its own unit':
    '{sku} se controla por número de serie: se compra en su propia unidad',
  '{sku} has no unit {unit}': '{sku} no tiene la unidad {unit}',
  "{field} comes to {units} of the item's own unit: at most {whole} digits before the point and {most} behind it":
    '{field} equivale a {units} en la unidad propia del artículo: como máximo {whole} dígitos antes del punto y {most} después',
  'Order {number} is canceled': 'El pedido {number} está cancelado',
  'Order {number} was changed meanwhile: it is version {version}, not {expectedVersion}':
    'El pedido {number} cambió mientras tanto: es la versión {version}, no la {expectedVersion}',
  'Order {number} is invoiced; cancel or void its invoice':
    'El pedido {number} está facturado; cancele o anule su factura',
  'Purchase order {number} is received in part: close it instead':
    'La orden de compra {number} se recibió en parte: ciérrela',
  'Purchase order {number} is {status}: no more goods can come':
    'La orden de compra {number} está {status}: ya no puede recibir mercancía',
  'Purchase order {number} is {status}: what came on it stays; adjust the stock instead':
    'La orden de compra {number} está {status}: lo recibido queda como está; ajuste las existencias',
  'Of the line {received} are received, not {expected}: it was received or reversed meanwhile':
    'De esta línea hay {received} recibidos y no {expected}: alguien recibió o revirtió mientras tanto',
  'Of the line {received} are received: {quantity} cannot be taken back':
    'De esta línea hay {received} recibidos: no se pueden revertir {quantity}',
  'Purchase order {number} is {status}: there is nothing to cancel':
    'La orden de compra {number} está {status}: no hay nada que cancelar',
  'Purchase order {number} is {status}: there is nothing to close':
    'La orden de compra {number} está {status}: no hay nada que cerrar',

  // Invoices, credit notes, payments.
  'A credit note of mode DGI needs an invoice that is DGI_AUTHORIZED; {number} is {status}':
    'Una nota de crédito en modo DGI necesita una factura autorizada por la DGI; {number} está {status}',
  '{number} is of {day}; a credit note of it is taken for {days} days, until {last}':
    '{number} es del {day}; su nota de crédito se acepta durante {days} días, hasta el {last}',
  Credit: 'Nota de crédito',
  'Debit note': 'Nota de débito',
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
  '{field} is needed for a line that names no item and no line of the invoice':
    '{field} es necesario en una línea que no nombra ni un artículo ni una línea de la factura',
  '{field} must name at least one line': '{field} debe tener al menos una línea',
  '{field} must come to more than 0': '{field} debe sumar más de 0',
  'A debit note of mode DGI needs an invoice that is DGI_AUTHORIZED; {number} is {status}':
    'Una nota de débito en modo DGI necesita una factura DGI_AUTHORIZED; {number} está {status}',
  '{number} is VOID': '{number} está anulada',
  '{number} is VOID already': '{number} ya está anulada',
  'The note {number} of the last 24 hours is the same; give the request an idempotencyKey if another one is meant':
    'La nota {number} de las últimas 24 horas es igual; dé a la solicitud un idempotencyKey si quiere otra',
  'Debit note {number} of the last 24 hours is the same; give the request an idempotencyKey if another one is meant':
    'La nota de débito {number} de las últimas 24 horas es igual; dé a la solicitud un idempotencyKey si quiere otra',
  'Invoice {number} has debit notes; cancel or void them first':
    'La factura {number} tiene notas de débito; primero cancélelas o anúlelas',
  'Invoice {number} is {status} and takes no debit note':
    'La factura {number} está {status} y no admite notas de débito',
  'Invoice {number} is {legalStatus} and takes no debit note':
    'La factura {number} está {legalStatus} y no admite notas de débito',
  'Invoice {number} is being voided at the PAC and takes no debit note meanwhile':
    'La factura {number} se está anulando en el PAC y mientras tanto no admite notas de débito',
  'A document of type {type} bears ITBMS of {allowed} % alone':
    'Un documento de tipo {type} solo lleva ITBMS de {allowed} %',
  'A document of type {type} has no data of an export': 'Un documento de tipo {type} no lleva datos de exportación',
  'A document of type {type} is for a receiver abroad':
    'Un documento de tipo {type} es para un receptor en el extranjero',
  'A document of type {type} is for a receiver in Panama': 'Un documento de tipo {type} es para un receptor en Panamá',
  'A document of type {type} is for {allowed}, not for {receiverType}':
    'Un documento de tipo {type} es para {allowed}, no para {receiverType}',
  'A document of type {type} names the importer itself': 'Un documento de tipo {type} nombra al propio importador',
  'A document of type {type} moves no goods, and {sku} is no service':
    'Un documento de tipo {type} no mueve mercancía, y {sku} no es un servicio',
  'A document of type {type} that goes abroad needs the data of the export':
    'Un documento de tipo {type} que sale del país necesita los datos de la exportación',
  'Order {order} has the invoice {number} already, which is of type {type}':
    'El pedido {order} ya tiene la factura {number}, que es de tipo {type}',
  '{field} is for a currency other than the dollar': '{field} es para una moneda distinta del dólar',
  '{field} is needed for the currency {currency}': '{field} es necesario para la moneda {currency}',
  '{field} must be a code of ISO 4217, such as EUR': '{field} debe ser un código ISO 4217, como EUR',
  '{field} must be a type of invoice; {name} is a note': '{field} debe ser un tipo de factura; {name} es una nota',
  'Nothing is owed on {number}': 'No se debe nada de {number}',
  'The PAC takes no documents of the type {type}': 'El PAC no recibe documentos del tipo {type}',
  'The total of the note must have at most {most} digits before the point':
    'El total de la nota debe tener como máximo {most} cifras antes del punto',
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
  'The payment has {left} left to give back, {amount} asked for':
    'Al pago le quedan {left} por devolver; se pide {amount}',
  'Nothing is left of the payment': 'De este pago no queda nada: ya se devolvió, se pasó a otra factura o se corrigió',
  '{field} and all the rest are as they stand': '{field} y lo demás están como ya consta: no hay nada que corregir',
  'Invoice {number} is of another client': 'La factura {number} es de otro cliente',
  '{field} must not be before {from}': '{field} no debe ser anterior a {from}',
  'The period has more than {most} entries; ask for a shorter one':
    'El período tiene más de {most} movimientos; pida uno más corto',
  '{field} must be another invoice than the one that was paid': '{field} debe ser otra factura que la que se pagó',
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

  // Refusals of the PAC.
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

  // The PAC.
  'Each address that the PAC gave for the PDF had expired already':
    'Todas las direcciones que dio el PAC para el PDF ya habían vencido',
  'PAC company ID is not configured for this tenant': 'Esta empresa no tiene configurado su identificador en el PAC',
  'The business is being moved, or is elsewhere by now; ask again':
    'La empresa se está trasladando, o ya está en otra instalación; pregunte de nuevo',
  'The business is suspended: nothing is changed and nothing is filed':
    'La empresa está suspendida: nada se cambia y nada se envía',
  '{count} documents are under way: what is to be sent, what has no answer, or no verdict yet':
    'Hay {count} documentos en curso: por enviar, sin respuesta o sin veredicto',
  'Something was changed at this moment: try again': 'Algo se cambió en este momento: intente de nuevo',
  'Not to be forgotten yet, since there are: {open}': 'Aún no se puede olvidar, pues hay: {open}',
  'Tokens are made by the identity provider': 'Los tokens los emite el proveedor de identidad',
  '{field} must not lie in the future': '{field} no puede estar en el futuro',
  'A contingency is open since {since}; end it first': 'Hay una contingencia abierta desde {since}; termínela primero',
  'The PAC has {number} as issued in a contingency, and none of that time is known: start one first':
    'El PAC tiene {number} como emitida en contingencia, y no se conoce ninguna de ese tiempo: inicie una primero',
  'No contingency is open': 'No hay ninguna contingencia abierta',
  'The contingency lasts for more than {hours} hours: {field} must say why normal operation was not resumed':
    'La contingencia dura más de {hours} horas: {field} debe decir por qué no se volvió a la operación normal',
  'The contingency lasts for more than {hours} hours: explainContingency must say why normal operation was not resumed':
    'La contingencia dura más de {hours} horas: explainContingency debe decir por qué no se volvió a la operación normal',
  '{field} must be at most {days} days from now': '{field} debe estar a lo sumo a {days} días de hoy',
  '{field} must lie in the future': '{field} debe estar en el futuro',
  '{field} must have {rule}': '{field} debe tener {rule}',
  '{field} belongs to a RUC, and there is none': '{field} pertenece a un RUC, y no hay ninguno',
  '{field} must be one or two digits': '{field} debe tener uno o dos dígitos',
  '{field} must have at most {most} letters, digits and signs, and no spaces':
    '{field} debe tener como máximo {most} letras, cifras y signos, sin espacios',
  'This service reaches no PAC in the environment {environment}':
    'Este servicio no llega a ningún PAC en el ambiente {environment}',
  '{field} is needed: the key of the service is for {usual} alone':
    'Falta {field}: la clave del servicio es solo para {usual}',
  'The company {pacCompanyId} has documents; the other environment has another company ID':
    'La compañía {pacCompanyId} tiene documentos; el otro ambiente tiene otro identificador',
  '{field} cannot change any more: there are movements or documents, whose days it has counted':
    '{field} ya no puede cambiar: hay movimientos o documentos cuyos días se contaron con él',
  'PAC company ID {pacCompanyId} belongs to another tenant':
    'El identificador del PAC {pacCompanyId} pertenece a otra empresa',
  'PAC company ID {pacCompanyId} cannot be set here': 'El identificador del PAC {pacCompanyId} no se puede poner aquí',
  'The settings were changed meanwhile; try again': 'Los ajustes cambiaron mientras tanto; intente de nuevo',
  'With the key of the service the company at the PAC is set by the operator of the service; give a key of your own':
    'Con la clave del servicio, la empresa en el PAC la pone el operador del servicio; indique una clave propia',
  'The PAC does not take this key for the company {companyId} with the RUC {ruc}':
    'El PAC no acepta esta clave para la empresa {companyId} con el RUC {ruc}',
  '{field} is needed: the PAC is asked about it': 'Falta {field}: se le pregunta al PAC por él',
  '{number} is applied already': '{number} ya está aplicada',
  '{number} is being voided at the PAC': '{number} se está anulando en el PAC',
  '{number} is canceled already': '{number} ya está cancelada',
  '{number} is fiscal already': '{number} ya es fiscal',
  '{number} waits for no operator': '{number} no espera a ningún operador',
  '{number} waits for nothing that the PAC could tell': '{number} no espera nada que el PAC pueda decir',
  'The PDF of {number} is attached already': 'El PDF de {number} ya está adjunto',
  'The PAC cannot be asked at the moment: {cause}': 'No se puede consultar al PAC en este momento: {cause}',
  'The PAC cannot be asked for the PDF: {cause}': 'No se puede pedir el PDF al PAC: {cause}',
  'The PAC does not know this document; an operator must look at it':
    'El PAC no conoce este documento; un operador debe revisarlo',
  'The PAC has no PDF of {number}: it is not authorized': 'El PAC no tiene PDF de {number}: no está autorizado',
  'The PAC has no document {pacDocumentId}': 'El PAC no tiene el documento {pacDocumentId}',
  'The outcome of the submission of {number} is unknown; use settleSubmission':
    'Aún no se sabe qué pasó con {number}; use settleSubmission',
  'Whether {number} is void is unknown; ask for the void again':
    'Aún no se sabe si {number} está anulado; pida la anulación de nuevo',
  'The PAC refused to void it: {reasons}': 'El PAC no aceptó anularlo: {reasons}',
  'The PAC would refuse this document: {problems}': 'El PAC rechazaría este documento: {problems}',
  'The PDF could not be downloaded: {cause}': 'No se pudo descargar el PDF: {cause}',
  'The PDF of {number} is not attached: {because}': 'El PDF de {number} no se adjunta: {because}',
  'The document {pacDocumentId}, which has the number of {number}, cannot be looked up yet':
    'El documento {pacDocumentId}, que tiene el número de {number}, aún no se puede consultar',
  '{number} is {legalStatus}: it has its number': '{number} está {legalStatus}: tiene su número',
  '{number} is {legalStatus}: the PAC has received it': '{number} está {legalStatus}: el PAC lo recibió',
  '{number} was sent again meanwhile; look at it again': '{number} se envió otra vez mientras tanto; revíselo de nuevo',
  '{number} is {status} and cannot be voided: only what the PAC has authorized can; cancel it instead':
    '{number} no se puede anular ({status}): solo se anula lo que el PAC autorizó; puede cancelarlo',
  '{number} is {submissionState}; only an UNKNOWN submission can be settled':
    '{number} está {submissionState}; solo se resuelve un envío sin respuesta',
  '{number} was issued more than {hours} hours ago': '{number} se emitió hace más de {hours} horas',
  '{number} was issued more than {hours} hours ago; issue a credit note instead':
    '{number} se emitió hace más de {hours} horas; emita una nota de crédito',
  '{strangerId} does not have the number {fiscalNumber}: its CUFE is {cufe}':
    '{strangerId} no tiene el número {fiscalNumber}: su CUFE es {cufe}',
  '{strangerId} is {number} itself; adopt it': '{strangerId} es el propio {number}; adóptelo',
  '{what} {number} is being sent to the PAC at this moment': '{what} {number}: se está enviando al PAC en este momento',
  '{what} {number} is {legalStatus}; void it instead of cancelling it': '{what} {number} está {legalStatus}; anúlela',
  '{what} {number} may be at the PAC; it can be canceled or voided once that is known':
    '{what} {number} puede estar en el PAC; se puede cancelar o anular cuando se sepa',

  // The timeline of a document.
  '{kind}.': '{kind}.',
  '{number} was written here, with the duty to submit it to the PAC{company}. Nothing has been sent yet.{expected}':
    '{number} se registró aquí, con la tarea de enviarlo al PAC{company}. Todavía no se ha enviado nada.{expected}',
  ' for the company {value}': ' para la empresa {value}',
  ' The CUFE that it will have: {value}': ' El CUFE que tendrá: {value}',
  '{number} was recorded here as {mode}; it is not sent to the PAC.':
    '{number} se registró aquí como {mode}; no se envía al PAC.',
  'The request to void it is being sent to the PAC; from here on it may have arrived.':
    'Se está enviando al PAC la solicitud de anulación; desde aquí puede haber llegado.',
  ' It goes to {pac}, company {company}.': ' Va a {pac}, empresa {company}.',
  'Attempt {attempt} to send it to the PAC began; from here on it may have arrived.{company}{digest}':
    'Comenzó el intento {attempt} de enviarlo al PAC; desde aquí puede haber llegado.{company}{digest}',
  ' SHA-256 of what is sent (pacInput): {value}': ' SHA-256 de lo que se envía (pacInput): {value}',
  '{what} did not reach the PAC, or was not processed there: {cause}. {next}':
    '{what} no llegó al PAC, o no se procesó allá: {cause}. {next}',
  'The request to void it': 'La solicitud de anulación',
  It: 'El documento',
  'It is sent, under the same number, once the PAC answers again.':
    'Se envía, con el mismo número, cuando el PAC vuelva a responder.',
  'It is tried again under the same number after {seconds} s.':
    'Se intenta de nuevo, con el mismo número, después de {seconds} s.',
  'The PAC answered{http}: refused{reasons}.': 'El PAC respondió{http}: rechazado{reasons}.',
  'The PAC answered{http}: accepted{id}{cufe}.': 'El PAC respondió{http}: aceptado{id}{cufe}.',
  ' HTTP {value}': ' HTTP {value}',
  ', because {value}': ', porque {value}',
  ' as its document {value}': ' como su documento {value}',
  ', CUFE {value}': ', CUFE {value}',
  'No usable answer came: {cause}. The PAC may have it, so it is not sent again by itself; a notice of the PAC, a question to it, or an operator will tell.':
    'No llegó una respuesta útil: {cause}. El PAC puede tenerlo, por eso no se envía de nuevo por sí solo; lo dirá un aviso del PAC, una consulta o un operador.',
  'An answer ({outcome}) came after its time was over. It is kept as evidence and overwrites nothing.':
    'Llegó una respuesta ({outcome}) fuera de tiempo. Se guarda como evidencia y no cambia nada.',
  'Legal status: {fromStatus} → {toStatus}, told by {witness}.':
    'Estado legal: {fromStatus} → {toStatus}, según {witness}.',
  none: 'ninguno',
  'Said by {witness}: {saidStatus}, which is what was known already.':
    'Según {witness}: {saidStatus}, lo que ya se sabía.',
  'Said by {witness}: {saidStatus}, which is older than what is known. Nothing changed.':
    'Según {witness}: {saidStatus}, anterior a lo que se sabe. No cambió nada.',
  'Said by {witness}: {saidStatus}, which denies what is known. Nothing changed; an operator has to look at it.':
    'Según {witness}: {saidStatus}, que contradice lo que se sabe. No cambió nada; un operador debe revisarlo.',
  'A notice of the PAC was not believed: {because}. Nothing changed.':
    'No se creyó un aviso del PAC: {because}. No cambió nada.',
  'The PAC was asked (question {poll}) and said: {foundStatus}.':
    'Se consultó al PAC (consulta {poll}) y respondió: {foundStatus}.',
  'The certified PDF was attached by {witness}{filename}{size}, SHA-256 {sha256}.':
    'El PDF certificado se adjuntó por {witness}{filename}{size}, SHA-256 {sha256}.',
  'It is sent, under the same number, when the contingency ends.':
    'Se envía, con el mismo número, cuando termine la contingencia.',
  '{witness} asked for it to be sent to {email} by e-mail.': '{witness} pidió enviarlo a {email} por correo.',
  'The PAC has sent it to {email} by e-mail.': 'El PAC lo envió a {email} por correo.',
  'It was not sent to {email}: {cause}. It is tried again after {seconds} s.':
    'No se envió a {email}: {cause}. Se intenta de nuevo a los {seconds} s.',
  'It is not sent to {email}: {because}.': 'No se envía a {email}: {because}.',
  'The PAC sends only what it has authorized, and {number} is not authorized':
    'El PAC solo envía lo que ha autorizado, y {number} no está autorizado',
  'Only what the PAC has authorized is shown to others, and {number} is not authorized':
    'Solo se muestra a otros lo que el PAC ha autorizado, y {number} no está autorizado',
  'The receiver has no e-mail address: {field} is needed':
    'El receptor no tiene dirección de correo: hace falta {field}',
  'The signed XML was attached by {witness}{filename}{size}, SHA-256 {sha256}.':
    'El XML firmado se adjuntó por {witness}{filename}{size}, SHA-256 {sha256}.',
  ': {value}': ': {value}',
  ', {value} bytes': ', {value} bytes',
  'The DGI has authorized it and remarks: {reasons}.': 'La DGI lo autorizó con observaciones: {reasons}.',
  'It waits for an operator: {because}.': 'Espera a un operador: {because}.',
  "The PAC's id {pacDocumentId} and CUFE {cufe} were taken back from it: {because}.":
    'Se le retiraron el identificador {pacDocumentId} y el CUFE {cufe} del PAC: {because}.',
  '{witness} asked for it to be voided: “{reason}”.': '{witness} pidió anularlo: “{reason}”.',
  'The PAC has voided it as well. It is {status}, so nothing follows from it.':
    'El PAC también lo anuló. Está en {status}, así que nada cambia por ello.',
  'The PAC has voided it. Its legal status stays what it was; here it is VOID.':
    'El PAC lo anuló. Su estado legal sigue igual; aquí está anulado.',
  'It is not voided: {because}.': 'No se anula: {because}.',
  'No usable answer to the request to void it came: {cause}. The PAC is asked whether it is void; the request is not sent again by itself.':
    'No llegó una respuesta útil a la solicitud de anulación: {cause}. Se pregunta al PAC si está anulado; la solicitud no se envía de nuevo por sí sola.',
  'No usable answer came: {cause}. The PAC may have it, and is asked for its number; only if it has none in the end it is sent again, under the same number.':
    'No llegó una respuesta útil: {cause}. El PAC puede tenerlo, y se le pregunta por su número; solo si al final no lo tiene se envía de nuevo, con el mismo número.',
  'The PAC, asked for its number more than {seconds} s after the last attempt, has no such document. One new attempt under the same number is allowed.':
    'Se preguntó al PAC por su número más de {seconds} s después del último intento, y no tiene ese documento. Se permite un nuevo intento con el mismo número.',
  'It never arrived: no notice has told of it for {minutes} minutes, and the PAC has told of {later}, which was sent after it. It is sent again under the same number.':
    'Nunca llegó: en {minutes} minutos ningún aviso habló de él, y el PAC avisó de {later}, que se envió después. Se envía de nuevo con el mismo número.',
  '{witness} declared that the PAC never received it: “{reason}”. One new attempt under the same number is allowed.':
    '{witness} declaró que el PAC nunca lo recibió: “{reason}”. Se permite un nuevo intento con el mismo número.',
  "{witness} found that the PAC's document {pacDocumentId}, which is not ours, has its number; the PAC was asked and confirms it.":
    '{witness} encontró que el documento {pacDocumentId} del PAC, que no es nuestro, tiene su número; se consultó al PAC y lo confirma.',
  '{witness} looked at what it waited for ({because}) and noted: “{note}”.':
    '{witness} revisó lo que esperaba ({because}) y anotó: “{note}”.',
  'It was found at the PAC as document {pacDocumentId} by {witness}; the PAC was asked, and what it showed is what was sent.':
    '{witness} lo encontró en el PAC como documento {pacDocumentId}; se consultó al PAC y lo que mostró es lo que se envió.',
  'a notice of the PAC': 'un aviso del PAC',
  'the PAC when it was asked{question}': 'el PAC cuando se le consultó{question}',
  ' (question {value})': ' (consulta {value})',
  'the answer of the PAC': 'la respuesta del PAC',
  '{name} at the command line': '{name} en la línea de comandos',
  'not known': 'no se sabe',

  // Texts written as evidence (src/texts/evidence.ts).
  'the PAC answered with another document: {because}': 'el PAC respondió con otro documento: {because}',
  'the PAC shows another document: {because}': 'el PAC muestra otro documento: {because}',
  "the PAC's document {pacDocumentId} is another one: {because}":
    'el documento {pacDocumentId} del PAC es otro: {because}',
  "the PAC's document {pacDocumentId} is {number}": 'el documento {pacDocumentId} del PAC es {number}',
  'asked for the document {pacDocumentId}, the PAC showed {other}':
    'se pidió el documento {pacDocumentId} y el PAC mostró {other}',
  'the CUFE {cufe} is that of {number}': 'el CUFE {cufe} es el de {number}',
  "it names the PAC's document {pacDocumentId}, ours is {ours}":
    'nombra el documento {pacDocumentId} del PAC, el nuestro es {ours}',
  'it names the CUFE {cufe}, ours is {ours}': 'nombra el CUFE {cufe}, el nuestro es {ours}',
  'its CUFE is {cufe}, which is no CUFE': 'su CUFE es {cufe}, que no es un CUFE',
  'its CUFE is {cufe}, whose check digit is wrong': 'su CUFE es {cufe}, con un dígito verificador incorrecto',
  'its CUFE is {cufe}, ours {ours}': 'su CUFE es {cufe}, el nuestro {ours}',
  'it has the number {number}, ours is {ours}': 'tiene el número {number}, el nuestro es {ours}',
  'it is of the billing point {billingPoint}, ours of {ours}':
    'es del punto de facturación {billingPoint}, el nuestro de {ours}',
  'it is of the document type {documentType}, ours of {ours}': 'es del tipo {documentType}, el nuestro de {ours}',
  'it is of the company {companyId}, ours of {ours}': 'es de la empresa {companyId}, el nuestro de {ours}',
  'its issuer is {issuer}, ours is {ours}': 'su emisor es {issuer}, el nuestro es {ours}',
  'it was issued at {at}, ours at {ours}': 'se emitió el {at}, el nuestro el {ours}',
  'it has no legal status yet': 'aún no tiene estado legal',
  'it has no CUFE to recognise it by': 'no tiene un CUFE por el que reconocerlo',
  'the PAC says that number {number} exists already: {reasons}':
    'el PAC dice que el número {number} ya existe: {reasons}',
  'the PAC says that the number exists: {reasons}': 'el PAC dice que el número existe: {reasons}',
  'the PAC answered without all of id, CUFE and legal status':
    'el PAC respondió sin identificador, CUFE o estado legal',
  'the PAC asks for patience': 'el PAC pide esperar',
  'the process that was sending it ended before the answer was stored':
    'el proceso que lo enviaba terminó antes de guardar la respuesta',
  'the answer to its void was lost, and the PAC still shows it as not void; ask for the void again':
    'se perdió la respuesta a su anulación y el PAC aún no lo muestra anulado; pida la anulación de nuevo',
  'the answer to its void was lost, and the PAC says that it has no such document; ask for the void again':
    'se perdió la respuesta a su anulación y el PAC dice que no tiene ese documento; pida la anulación de nuevo',
  'not asked, because the PAC does not answer: {cause}': 'no se consultó, porque el PAC no responde: {cause}',
  'not asked, because the PAC has asked for patience': 'no se consultó, porque el PAC pidió esperar',
  'the business is suspended': 'la empresa está suspendida',
  'a contingency is open': 'hay una contingencia abierta',
  'the DGI has certified a total of {certified}, ours is {ours}':
    'la DGI certificó un total de {certified} y el nuestro es {ours}',
  'the certified XML cannot be read: {cause}': 'no se puede leer el XML certificado: {cause}',
  'the certified XML has the CUFE {cufe}, ours is {ours}':
    'el XML certificado tiene el CUFE {cufe} y el nuestro es {ours}',
  'the certified XML has the number {number}, ours is {ours}':
    'el XML certificado tiene el número {number} y el nuestro es {ours}',
  'the certified XML is of {day}, ours of {ours}': 'el XML certificado es del {day} y el nuestro del {ours}',
  'the certified XML has the receiver {ruc}, ours is {ours}':
    'el XML certificado tiene el receptor {ruc} y el nuestro es {ours}',
  'the DGI has certified a net of {certified}, ours is {ours}':
    'la DGI certificó un neto de {certified} y el nuestro es {ours}',
  'the DGI has certified an ITBMS of {certified}, ours is {ours}':
    'la DGI certificó un ITBMS de {certified} y el nuestro es {ours}',
  'the DGI has certified an ISC of {certified}, ours is {ours}':
    'la DGI certificó un ISC de {certified} y el nuestro es {ours}',
  'it has no such document': 'no tiene ese documento',
  'the PAC, which has authorized it, says that it has no such document':
    'el PAC, que lo autorizó, dice que no tiene ese documento',
  'the PAC, which has named it, says that it has no such document':
    'el PAC, que le dio un identificador, dice que no tiene ese documento',
  'the PAC has no document of its number, and a restore may have lost that it went to the other account; ask both PACs':
    'el PAC no tiene ningún documento con su número, y puede que la restauración haya perdido que se envió a la otra cuenta; pregunte a los dos PAC',
  'the PAC has no document of its number, and it is not sent again by itself; ask the PAC':
    'el PAC no tiene ningún documento con su número, y no se envía de nuevo por sí solo; pregunte al PAC',
  'nothing ({cause})': 'nada ({cause})',
  'a document without a legal status': 'un documento sin estado legal',
  'HTTP {httpStatus} is no verdict': 'HTTP {httpStatus} no es un veredicto',
  'HTTP {httpStatus} without a document in it': 'HTTP {httpStatus} sin documento',
  'HTTP {httpStatus} without an error that we can read': 'HTTP {httpStatus} sin un error legible',
  'HTTP {httpStatus} with errors: {reasons}': 'HTTP {httpStatus} con errores: {reasons}',

  // Files and numbers.
  'A part of this file is there already, with {number} on {day} and not on {issueDay}: import the rest with the same --as-of as that part':
    'Una parte de este archivo ya está, con {number} el {day} y no el {issueDay}: importe el resto con el mismo --as-of',
  'Cannot read {file} as CSV: {message}': 'No se puede leer {file} como CSV: {message}',
  'Cannot read {file}: it is no whole gzip file ({message})':
    'No se puede leer {file}: no es un archivo gzip completo ({message})',
  'Cannot read {file}: an old .xls, or one with a password; save it as .xlsx':
    'No se puede leer {file}: es un .xls antiguo o tiene contraseña; guárdelo como .xlsx sin contraseña',
  'Cannot read {file}: {cause}': 'No se puede leer {file}: {cause}',
  'It is the example of the template': 'Es el ejemplo de la plantilla',
  '{field} must be an object in JSON of column and heading': '{field} debe ser un objeto JSON de columna y encabezado',
  '{file} has no column {missing} in its first line': '{file} no tiene la columna {missing} en su primera línea',
  '{file} has the column {twice} twice': '{file} tiene dos veces la columna {twice}',
  '{file} is empty; its first line should be {required}': '{file} está vacío; su primera línea debe ser {required}',
  '{series} stands at {from}; at most {most} numbers are skipped at once':
    '{series} va por {from}; se saltan como máximo {most} números a la vez',

  // Fields and statuses as words of a sentence.
  amount: 'el monto',
  email: 'el correo',
  idempotencyKey: 'la clave de idempotencia',
  leadTime: 'el tiempo de entrega',
  lines: 'las líneas',
  lotNumber: 'el lote',
  mode: 'el modo',
  name: 'el nombre',
  note: 'la nota',
  quantity: 'la cantidad',
  quantityChange: 'el cambio de cantidad',
  reason: 'el motivo',
  reference: 'la referencia',
  ruc: 'el RUC',
  sku: 'el SKU',
  taxRate: 'la tasa de ITBMS',
  unitCost: 'el costo unitario',
  unitPrice: 'el precio unitario',
  APPLIED: 'aplicada',
  CANCELED: 'cancelada',
  CLOSED: 'cerrada',
  DGI_AUTHORIZED: 'autorizada por la DGI',
  DGI_REJECTED: 'rechazada por la DGI',
  DONE: 'resuelta',
  LOT: 'lote',
  OPEN: 'abierta',
  SETTLED: 'ya no está ahí',
  DISCARDED: 'descartada',
  ENDED: 'terminado',
  POSTED: 'registrado',
  IN_TRANSIT: 'en tránsito',
  OVERPAID: 'pagada de más',
  PAC_AUTHORIZED: 'autorizada por el PAC',
  PAC_REJECTED: 'rechazada por el PAC',
  PAID: 'pagada',
  PARTIALLY_CANCELED: 'cancelada en parte',
  PARTIALLY_PAID: 'pagada en parte',
  PARTIALLY_RECEIVED: 'recibida en parte',
  PAST_DUE: 'vencida',
  PENDING: 'pendiente',
  PROFORM: 'proforma',
  RECEIVED: 'recibida',
  SERIAL: 'número de serie',
  admin: 'administrador',
  cashier: 'cajero',
  operator: 'operador',
  viewer: 'consulta',
  UNAPPLIED: 'sin aplicar',
  UNPAID: 'sin pagar',
  VOID: 'anulada',
};
