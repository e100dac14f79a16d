// Before anything is painted: the theme that was chosen here before. Without a choice the system's counts.
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem("nucleo-theme"); } catch { /* storage is off: the system's theme it is */ }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
