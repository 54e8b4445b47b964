// Looks after the first script of the page, which cannot look after itself: while a release goes out, its files
// may be a moment late. It begins anew a few times, then says so in three languages. Written for old browsers, too.
addEventListener('load', function () {
  var PATIENCE = 6000;
  var KEY = 'doublesix.begun';
  setTimeout(function () {
    if (document.documentElement.hasAttribute('data-begun')) return;
    var times = 3;
    try {
      times = Number(sessionStorage.getItem(KEY) || 0);
      sessionStorage.setItem(KEY, String(times + 1));
    } catch (_) {}
    if (times < 3) location.reload();
    else document.getElementById('stuck').hidden = false;
  }, PATIENCE);
});
