// The clipboard.

/** @param {string} text @returns {Promise<string>} whether it was copied, as a sentence */
export async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return 'Copied.';
    } catch {
        return 'The browser does not allow this page to copy.';
    }
}
