// Before the first paint: the appearance and the language that were chosen here before.
(function () {
  try {
    var root = document.documentElement;
    var theme = localStorage.getItem('folio.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    var language = localStorage.getItem('folio.language');
    if (language === 'en') root.lang = 'en';
  } catch {
    // A browser that keeps nothing shows what the system prefers.
  }
})();
