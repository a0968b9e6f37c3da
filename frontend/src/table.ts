/** The table page. */
import './site.ts'
export {}
