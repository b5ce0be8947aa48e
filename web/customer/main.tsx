document.title='x'; export {}
