import causeway from "../../words/causeway/nl";
import common from "../../words/common/nl";
import escape from "../../words/escape/nl";
import learn from "../../words/learn/nl";
import type { Catalogue } from "../words";

const catalogue: Catalogue = { ...common, ...causeway, ...escape, ...learn };
export default catalogue;
