// What has no proper place on a page; see fit.py. A control is measured by what is pressed: a radio button by its label,
// a link whose ::after lies over its whole row by that.
// Where a dialog is open, only what is in it counts.
() => {
    const LEAST = 24;
    const page = document.documentElement;
    const wide = page.clientWidth;
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const all = (selector) => [...(dialog ?? document).querySelectorAll(selector)];
    const told = (one) => one.outerHTML.replaceAll(/ (class|style)="[^"]*"/g, '').slice(0, 110);
    const box = (one) => one.getBoundingClientRect();
    // Words for who listens have a pixel; a link that skips is out of view until it has the focus.
    const seen = (one) => one.checkVisibility({ visibilityProperty: true })
        && box(one).width > 1 && box(one).height > 1 && !one.closest('.hidden') && !one.matches('a[href^="#"]');
    const faults = [];

    if (page.scrollWidth > wide) faults.push(`the page scrolls sideways to ${page.scrollWidth}`);

    const scrolls = (one, axis) => {
        for (let up = one.parentElement; up; up = up.parentElement)
            if (/auto|scroll/.test(getComputedStyle(up)[`overflow${axis}`])) return true;
        return false;
    };
    const things = all('button, a, input, select, summary, label, p, li, h1, h2, h3, td, th, strong, img, svg, section')
        .filter(seen);
    for (const one of things) {
        const { left, right } = box(one);
        if ((left < -1 || right > wide + 1) && !scrolls(one, 'X'))
            faults.push(`outside, ${Math.round(left)} to ${Math.round(right)}: ${told(one)}`);
    }

    // Where the page itself does not scroll, what is below its edge, or beyond that of a box, is never seen.
    const clips = (one) => {
        for (let up = one.parentElement; up && up !== page; up = up.parentElement) {
            const overflow = getComputedStyle(up).overflowY;
            if (/auto|scroll/.test(overflow)) return false;
            const edge = box(up);
            if (/hidden|clip/.test(overflow) && (box(one).bottom > edge.bottom + 1 || box(one).top < edge.top - 1))
                return true;
        }
        return box(one).bottom > Math.max(innerHeight, page.scrollHeight) + 1;
    };

    const target = (one) => one.matches('[type=radio], [type=checkbox]') ? (one.labels?.[0] ?? one) : one;
    const controls = [...new Set(all('button, a[href], input, select, textarea, summary, [role=slider]').map(target))]
        .filter(seen);
    const stretched = (one) => {
        const over = getComputedStyle(one, '::after');
        return over.content !== 'none' && over.position === 'absolute' ? over : null;
    };
    const pressed = (one) => {
        const [own, over] = [box(one), stretched(one)];
        const [width, height] = over ? [parseFloat(over.width), parseFloat(over.height)] : [0, 0];
        return { width: Math.max(own.width, width || 0), height: Math.max(own.height, height || 0) };
    };
    for (const one of controls) {
        const { width, height } = pressed(one);
        const inWords = one.matches('a') && getComputedStyle(one).display === 'inline';
        if (Math.min(width, height) < LEAST - 0.5 && !inWords)
            faults.push(`small, ${Math.round(width)} x ${Math.round(height)}: ${told(one)}`);
        if (clips(one)) faults.push(`cut off: ${told(one)}`);
    }

    // Words stay within what they stand in, or end in an ellipsis.
    const stands = (one) => getComputedStyle(one).display === 'inline' ? stands(one.parentElement) : one;
    const ends = (one) => one !== null && (getComputedStyle(one).textOverflow === 'ellipsis' || ends(one.parentElement));
    const texts = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
        const text = texts.currentNode;
        const one = text.parentElement;
        if (!text.data.trim() || one.closest('script, style, select, .hidden, svg') || !seen(one)) continue;
        range.selectNodeContents(text);
        const [{ left, right }, edge] = [range.getBoundingClientRect(), box(stands(one))];
        if ((left < edge.left - 1 || right > edge.right + 1) && !ends(one) && !scrolls(one, 'X'))
            faults.push(`flows over by ${Math.round(Math.max(edge.left - left, right - edge.right))}: ${told(one)}`);
    }

    // What a sheet lies on is not in anybody's way; what a bar lies on can be scrolled from under it.
    const stuck = (one) => {
        for (let up = one; up; up = up.parentElement)
            if (/fixed|sticky|absolute/.test(getComputedStyle(up).position)) return up;
        return null;
    };
    const reached = (one) => {
        const { left, right, top, bottom } = box(one);
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return hit !== null && (one.contains(hit) || hit.contains(one));
    };
    const top = scrollY;
    const free = controls.filter((one) => {
        if (!reached(one)) one.scrollIntoView({ block: 'center', behavior: 'instant' });
        return reached(one);
    });
    scrollTo({ top, behavior: 'instant' });
    for (const [at, one] of free.entries())
        for (const other of free.slice(at + 1)) {
            if (one.contains(other) || other.contains(one) || stuck(one) !== stuck(other)) continue;
            const [a, b] = [box(one), box(other)];
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (across > 1 && down > 1) faults.push(`on top of each other: ${told(one)} and ${told(other)}`);
        }
    if (!dialog && !document.querySelector('#result, #winner'))
        for (const one of controls)
            if (!free.includes(one) && !one.disabled) faults.push(`covered: ${told(one)}`);
    return faults;
}
