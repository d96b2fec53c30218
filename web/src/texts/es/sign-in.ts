// Sign-in, in Spanish.
export const words = {
  // Sign-in
  'signIn.title': 'Bienvenido a Folio',
  'signIn.about': 'Su inventario y sus facturas electrónicas, en un solo lugar.',
  'signIn.token': 'Token de acceso',
  'signIn.enter': 'Entrar',
  'signIn.noToken': 'Eso no parece un token. Es un texto largo con dos puntos en medio.',
  'signIn.refused': 'El servicio no aceptó ese token: puede haber vencido. Pegue uno nuevo.',
  'signIn.where': '¿No tiene un token? Pídalo a quien administra Folio.',

  // What went wrong
  'link.title': '¿Entrar aquí?',
  'link.ends': 'Usted ya tiene una sesión abierta en esta empresa. Entrar aquí la termina.',
  'link.over': 'Este enlace ya se usó, o es demasiado viejo',
  'link.not': 'No entrar',
};
