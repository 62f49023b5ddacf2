// Live parts: one stream of events while the page is looked at; htmx then fetches the parts that changed.
(() => {
  const sign = document.getElementById('live');
  let stream = null;
  let late = false;
  let soon = null;
  let ended = false;

  const tell = (name) => document.body.dispatchEvent(new CustomEvent('stockload:' + name));
  const asking = () => document.querySelector(':popover-open') !== null;

  const changed = (event) => {
    const page = document.querySelector('[data-state]');
    if (page && page.dataset.run !== event.lastEventId) return;
    if (event.data !== 'RUNNING') ended = true;
    // Many changes at once are one; the last of them is always shown.
    if (!soon) soon = setTimeout(show, 250);
  };

  const show = () => {
    soon = null;
    // An open question must not vanish under the hand of whoever answers it.
    if (asking()) { late = true; return; }
    late = false;
    tell('run');
    if (ended) tell('ended');
    ended = false;
  };

  const open = () => {
    if (stream || document.hidden || !document.querySelector('[hx-trigger*="stockload:"]')) return;
    stream = new EventSource('/events');
    stream.addEventListener('run', changed);
    stream.addEventListener('open', () => {
      sign.hidden = true;
      sign.dataset.live = 'yes';
      // What happened before the stream was open was not heard.
      if (!asking()) tell('back');
    });
    stream.addEventListener('error', () => {
      sign.hidden = false;
      delete sign.dataset.live;
      // The browser tries again by itself, unless it was answered with a refusal.
      // Then the page asks for its parts, and is led to the login where that is what is wanted.
      if (stream.readyState === EventSource.CLOSED) {
        close();
        if (!asking()) tell('back');
        setTimeout(open, 3000);
      }
    });
  };

  const close = () => { if (stream) stream.close(); stream = null; };

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) { close(); } else { open(); }
  });
  // A part that was on its way when the question was opened waits as well.
  document.addEventListener('htmx:beforeSwap', (event) => {
    if (!event.detail.target.querySelector(':popover-open')) return;
    event.detail.shouldSwap = false;
    late = true;
  });
  // A part that is asked for every so often stays while it says the same: no click gets lost in a swap.
  let said = null;
  document.addEventListener('htmx:beforeSwap', (event) => {
    if (!event.detail.target.matches('[hx-trigger^=every]')) return;
    if (event.detail.serverResponse === said) event.detail.shouldSwap = false;
    said = event.detail.serverResponse;
  });
  document.addEventListener('toggle', () => {
    if (late) show();
  }, true);
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', open);

  // A dropped or chosen sheet is sent at once, unless it is too large anyway.
  document.addEventListener('change', (event) => {
    const form = event.target.closest('form[data-send-at-once]');
    if (form && event.target.files && event.target.files.length) {
      const large = event.target.files[0].size > form.dataset.limit * 1024 * 1024;
      form.querySelector('[role=alert]').hidden = !large;
      if (large) { form.reset(); return; }
      form.classList.add('busy');
      form.requestSubmit();
    }
  });
  // How many are ticked, and all of them at once.
  const boxes = () => document.querySelectorAll('#marks input[name=product]');
  const count = () => {
    const ticked = [...boxes()].filter((box) => box.checked).length;
    for (const place of document.querySelectorAll('[data-ticked], [data-count]')) place.textContent = ticked;
  };
  const all = document.querySelector('[data-tick-all]');
  if (all) {
    all.hidden = false;
    count();
    document.addEventListener('change', (event) => {
      if (event.target === all) for (const box of boxes()) box.checked = all.checked;
      count();
    });
  }
  for (const kind of ['dragover', 'dragleave', 'drop']) {
    document.addEventListener(kind, (event) => {
      const zone = event.target.closest && event.target.closest('.drop');
      if (zone) zone.classList.toggle('over', kind === 'dragover');
    });
  }
})();
