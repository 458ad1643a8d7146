/**
 * The surface of react-router that is shared as `react-router-dom`. What is not listed here is shaken out of the
 * shell; the build refuses a remote that imports anything else, so that a missing name is found before it is served.
 */
export {
  BrowserRouter,
  createSearchParams,
  generatePath,
  Link,
  matchPath,
  Navigate,
  NavLink,
  Outlet,
  Route,
  Routes,
  UNSAFE_RouteContext,
  useLocation,
  useMatch,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router';
