// /embed/v1/resize.js, on another site's page: makes each of our <iframe>s as tall as what it shows. Heights come from our
// origin and from the frame itself, nobody else is believed.
(() => {
  const { origin } = new URL(document.currentScript.src);
  addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin || data?.type !== 'gloss-height' || !(data.height > 0 && data.height < 20000)) return;
    for (const frame of document.querySelectorAll('iframe')) if (frame.contentWindow === source) frame.height = data.height;
  });
})();
