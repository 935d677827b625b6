// Adds a button to every block of code that copies it. The pages read as well without it.
for (const block of document.querySelectorAll('main pre')) {
  const code = block.firstElementChild;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  const say = (word) => {
    button.textContent = word;
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  };
  // A page without https may not write to the clipboard: then the code is selected instead.
  const select = () => {
    getSelection().selectAllChildren(code);
    say('Selected');
  };
  button.addEventListener('click', () => {
    if (!navigator.clipboard) return select();
    navigator.clipboard.writeText(code.textContent).then(() => say('Copied'), select);
  });
  block.prepend(button);
}
