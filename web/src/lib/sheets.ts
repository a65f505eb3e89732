/** The browser's Back button closes an open sheet first: each open sheet has an entry in the history. */

interface Sheet {
  close: () => void;
}

const sheets: Sheet[] = []; // open ones, the last on top
let leaving: ReturnType<typeof setTimeout> | undefined; // the entry of a closed sheet is about to be left
let isLeaving = false; // the next change of history is our own

const isSheetEntry = () => (history.state as { sheet?: boolean } | null)?.sheet === true;

if (typeof addEventListener === "function") {
  addEventListener("popstate", () => {
    if (isLeaving) isLeaving = false;
    else sheets.pop()?.close();
  });
}

/** A sheet has opened; the result is called when it closes. */
export function openSheet(close: () => void): () => void {
  const sheet = { close };
  sheets.push(sheet);
  // A sheet that opens as another closes takes over its entry.
  if (leaving !== undefined) clearTimeout(leaving);
  else history.pushState({ sheet: true }, "");
  leaving = undefined;
  return () => {
    const place = sheets.indexOf(sheet);
    if (place < 0) return; // Back has closed it
    sheets.splice(place, 1);
    leaving = setTimeout(() => {
      leaving = undefined;
      if (!isSheetEntry()) return; // the page has gone on from there
      isLeaving = true;
      history.back();
    });
  };
}
