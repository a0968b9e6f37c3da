/** Every page: the styles, and the look a person chose, set before the page is painted. */
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import { applyLook } from './look.ts'
import { startPage } from './pages/pages.ts'

applyLook()
startPage()
