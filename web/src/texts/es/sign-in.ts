// Sign-in, in Spanish.
export const words = {
  // Sign-in
  'signIn.title': 'Bienvenido a Folio',
  'signIn.about': 'Su inventario y sus facturas electrónicas, en un solo lugar.',
  'signIn.token': 'Token de acceso',
  'signIn.enter': 'Entrar',
  'signIn.noToken': 'Eso no parece un token. Es un texto largo con dos puntos en medio.',
  'signIn.provider': 'Entrar con su cuenta',
  'signIn.byToken': 'Entrar con un token',
  'signIn.ended': 'Su sesión terminó. Entre otra vez y seguirá donde estaba: lo que escribió está guardado.',
  'signIn.goOn': 'Seguir en {name}',
  'signIn.problem.denied':
    'El proveedor de identidad no le dio permiso. Intente otra vez o pregunte a quien administra Folio.',
  'signIn.problem.no-company': 'Su cuenta no tiene ninguna empresa en Folio. Pida acceso a quien administra Folio.',
  'signIn.problem.unreachable': 'El proveedor de identidad no responde. Intente otra vez en unos minutos.',
  'signIn.problem.late': 'Pasó demasiado tiempo, o la entrada empezó en otro navegador. Empiece otra vez.',
  'signIn.problem.failed': 'No se pudo entrar. Empiece otra vez; si se repite, avise a quien administra Folio.',
  'signIn.refused': 'El servicio no aceptó ese token: puede haber vencido. Pegue uno nuevo.',
  'signIn.where': '¿No tiene un token? Pídalo a quien administra Folio.',

  // Problems
  'link.title': '¿Entrar aquí?',
  'link.ends': 'Usted ya tiene una sesión abierta en esta empresa. Entrar aquí la termina.',
  'link.over': 'Este enlace ya se usó, o es demasiado viejo',
  'link.not': 'No entrar',
};
