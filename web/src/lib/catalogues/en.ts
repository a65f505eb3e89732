import causeway from "../../words/causeway/en";
import common from "../../words/common/en";
import escape from "../../words/escape/en";
import learn from "../../words/learn/en";
import type { Catalogue } from "../words";

const catalogue: Catalogue = { ...common, ...causeway, ...escape, ...learn };
export default catalogue;
