package py

// The numbers person replaces this.
