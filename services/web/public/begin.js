// Looks after the first script of the page, which cannot look after itself: while a release goes out, its files
// may be a moment late. It begins anew a few times, then says so in three languages. Once it has begun, the next time
// counts as the first. Written for old browsers, too.
addEventListener('load', function () {
  var PATIENCE = 6000;
  var KEY = 'doublesix.begun';
  setTimeout(function () {
    var begun = document.documentElement.hasAttribute('data-begun');
    var times = 3;
    try {
      times = Number(sessionStorage.getItem(KEY) || 0);
      sessionStorage.setItem(KEY, String(begun ? 0 : times + 1));
    } catch (_) {}
    if (begun) return;
    if (times < 3) location.reload();
    else document.getElementById('stuck').hidden = false;
  }, PATIENCE);
});
