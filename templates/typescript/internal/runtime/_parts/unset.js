/** The text of a variable that is not set, as a key or a secret. */
const UNSET = ["None", "null", "undefined"];
