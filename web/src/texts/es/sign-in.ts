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

  // Ways in
  'way.choose': 'Elija su contraseña',
  'way.begin': 'Guardar y entrar',
  'way.email': 'Correo electrónico',
  'way.password': 'Contraseña',
  'way.current': 'Contraseña actual',
  'way.new': 'Contraseña nueva',
  'way.again': 'Repita la contraseña',
  'way.least': 'Mínimo {n} caracteres. Una frase que recuerde es mejor que una palabra difícil.',
  'way.short': 'Le faltan caracteres: son {n} como mínimo.',
  'way.differs': 'No es igual a la de arriba.',
  'way.wrong': 'No es su contraseña actual.',
  'way.about': 'Al cambiarla se cierran sus otras sesiones en esta empresa.',
  'way.keep': 'Guardar',
  'way.kept': 'Se guardó. Sus otras sesiones se cerraron.',
  'way.none': 'Aquí no hay nada que elegir',
  'way.noneText':
    'Usted entró con un token o con su proveedor de identidad. Para tener contraseña propia pida una invitación a quien administra Folio.',
  'way.lost': '¿Olvidó su contraseña? Pida un enlace nuevo a quien administra Folio en su empresa.',
  'way.problem.UNAUTHENTICATED': 'El correo o la contraseña no es correcto.',
  'way.problem.RATE_LIMITED': 'Demasiados intentos. Espere un minuto y pruebe otra vez.',
  'way.problem.NOT_FOUND': 'Este enlace ya se usó, o es demasiado viejo. Pida otro.',
};
