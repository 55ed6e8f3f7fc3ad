// A page for those who work on the boards (`npm run dev`, then /gallery.html): every board in several positions, without a
// server.  Query: theme=dark, only=pylos, lang=fr, play (against nobody, asking a server at BOXWOOD_SERVER for the rules).
import { mount } from 'svelte';
import Gallery from './boards/gallery/Gallery.svelte';

mount(Gallery, { target: document.getElementById('gallery')! });
