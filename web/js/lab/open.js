// The lab's page: nothing of the lab is fetched before somebody asks for it.

const section = document.querySelector('[data-lab]'), button = section.querySelector('[data-lab-open]');
button.hidden = false;
button.addEventListener('click', async () => {
  const told = section.querySelector('[data-told]');
  button.disabled = true;
  told.textContent = told.dataset.loading;
  try {
    const { open } = await import('./app.js');
    await open(section);
    told.textContent = '';
    button.hidden = true;
  } catch (error) {
    told.textContent = told.dataset.failed + ' (' + error.message + ')';
    button.disabled = false;
  }
});
