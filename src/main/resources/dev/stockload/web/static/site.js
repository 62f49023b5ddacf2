// Live updates: one stream of events while the page is visible; htmx then fetches the parts that changed.
(() => {
  // Pages show times in the zone of the browser; the first one is loaded again to know it.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && zone !== document.documentElement.dataset.zone && !document.cookie.includes('zone=' + zone)) {
    document.cookie = 'zone=' + zone + '; path=/; max-age=31536000; samesite=strict';
    if (document.cookie.includes('zone=' + zone)) location.reload();
  }
  const status = document.getElementById('live');
  let stream = null;
  let postponed = false;
  let timer = null;
  let ended = false;

  const dispatch = (name) => document.body.dispatchEvent(new CustomEvent('stockload:' + name));
  const isPopoverOpen = () => document.querySelector(':popover-open') !== null;

  const changed = (event) => {
    const page = document.querySelector('[data-state]');
    if (page && page.dataset.run !== event.lastEventId) return;
    if (event.data !== 'RUNNING') ended = true;
    // Several changes within a moment cause one update.
    if (!timer) timer = setTimeout(show, 250);
  };

  const show = () => {
    timer = null;
    // An open dialog must not vanish while the user answers it.
    if (isPopoverOpen()) { postponed = true; return; }
    postponed = false;
    dispatch('run');
    if (ended) dispatch('ended');
    ended = false;
  };

  const open = () => {
    if (stream || document.hidden || !document.querySelector('[hx-trigger*="stockload:"]')) return;
    stream = new EventSource('/events');
    stream.addEventListener('run', changed);
    stream.addEventListener('open', () => {
      status.hidden = true;
      status.dataset.live = 'yes';
      // Events before the stream was open were missed.
      if (!isPopoverOpen()) dispatch('back');
    });
    stream.addEventListener('error', () => {
      status.hidden = false;
      delete status.dataset.live;
      // The browser reconnects by itself, unless the server refused.
      // Then the page fetches its parts, which redirects it to the login if that is needed.
      if (stream.readyState === EventSource.CLOSED) {
        close();
        if (!isPopoverOpen()) dispatch('back');
        setTimeout(open, 3000);
      }
    });
  };

  const close = () => { if (stream) stream.close(); stream = null; };

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) { close(); } else { open(); }
  });
  // A part that arrives while a dialog is open waits as well.
  document.addEventListener('htmx:beforeSwap', (event) => {
    if (!event.detail.target.querySelector(':popover-open')) return;
    event.detail.shouldSwap = false;
    postponed = true;
  });
  // A part that is polled is not swapped while it is unchanged, so that no click gets lost.
  let lastResponse = null;
  document.addEventListener('htmx:beforeSwap', (event) => {
    if (!event.detail.target.matches('[hx-trigger^=every]')) return;
    if (event.detail.serverResponse === lastResponse) event.detail.shouldSwap = false;
    lastResponse = event.detail.serverResponse;
  });
  document.addEventListener('toggle', () => {
    if (postponed) show();
  }, true);
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', open);

  // A dropped or chosen sheet is sent at once, unless it is too large.
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
  // A table that fits has nothing to scroll by the keyboard.
  const scrolls = () => {
    for (const each of document.querySelectorAll('.scroll[tabindex]')) each.tabIndex = each.scrollWidth > each.clientWidth ? 0 : -1;
  };
  scrolls();
  window.addEventListener('resize', scrolls);
  document.addEventListener('htmx:afterSettle', scrolls);
  // What is typed is sent by Enter too; the focus goes on, and stays when the part is replaced.
  const reads = () => [...document.querySelectorAll('.read-as')].filter((input) => input.checkVisibility());
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.target.matches('.read-as')) return;
    event.preventDefault();
    const next = reads()[reads().indexOf(event.target) + 1];
    if (next) next.focus(); else event.target.dispatchEvent(new Event('change', { bubbles: true }));
  });
  let opened = [];
  const reopen = () => { for (const id of opened) document.getElementById(id)?.setAttribute('open', ''); };
  document.addEventListener('htmx:beforeSwap', (event) => {
    if (event.detail.target.id !== 'sheet') return;
    opened = [...document.querySelectorAll('#sheet details[id][open]')].map((each) => each.id);
    const focus = document.activeElement;
    const place = focus.closest('#to-correct') ? Math.max(0, reads().indexOf(focus)) : -1;
    document.addEventListener('htmx:afterSettle', () => {
      reopen();
      document.getElementById('left').textContent = document.getElementById('sheet').dataset.left;
      document.addEventListener('htmx:load', toNewColours);
      if (place < 0 || document.activeElement !== document.body) return;
      const all = reads();
      (all[Math.min(place, all.length - 1)] || document.getElementById('import-now'))?.focus();
    }, { once: true });
  });
  // The state of a run is announced when it changes, and not with each number.
  document.addEventListener('htmx:afterSettle', () => {
    const now = document.getElementById('run-now');
    const state = document.querySelector('#state .meta .state');
    if (now && state && now.textContent !== state.textContent) now.textContent = state.textContent;
  });
  // New colours are found anew by the comparison, which follows.
  const toNewColours = () => {
    const diff = document.getElementById('diff');
    if (!diff || diff.querySelector('[hx-trigger=load]')) return;
    document.removeEventListener('htmx:load', toNewColours);
    reopen();
    const left = document.getElementById('left');
    left.textContent = [left.textContent, diff.querySelector('#new-colours')?.dataset.left].filter(Boolean).join('. ');
    if (document.activeElement !== document.body) return;
    const next = [...diff.querySelectorAll('#new-colours :is(button, input)')].find((each) => each.checkVisibility());
    (next || document.getElementById('import-now'))?.focus();
  };
  // Counts the ticked boxes, and ticks all at once.
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
