/// The page's script: it filters the failures, and the page does without it.
enum PageScript {
  static let text = """
    (() => {
      const form = document.getElementById('filter');
      const entries = [...document.querySelectorAll('#failures article')];
      if (!entries.length) return;
      const { stage, condition, text, shown } = form.elements;
      const apply = () => {
        const words = text.value.toLowerCase().trim();
        let count = 0;
        for (const entry of entries) {
          const isShown = (!stage.value || entry.dataset.stage === stage.value)
            && (!condition.value || entry.dataset.condition === condition.value)
            && (!words || entry.textContent.toLowerCase().includes(words));
          entry.hidden = !isShown;
          count += isShown;
        }
        shown.value = `${count} of ${entries.length} shown`;
      };
      form.addEventListener('input', apply);
      form.addEventListener('submit', event => event.preventDefault());
      form.hidden = false;
      apply();
    })();

    """
}
