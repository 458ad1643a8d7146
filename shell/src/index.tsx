import '@ezdash/ui/styles.css';
import './app/shell.css';
import { startApp } from './app/bootstrap';

void startApp();
