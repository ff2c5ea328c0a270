import pages from "./pages";
import shell from "./shell";
import table from "./table";

export default { shell, table, pages };
