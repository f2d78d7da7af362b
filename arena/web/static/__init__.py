"""What browsers are sent: the pages, and what the page of a visit is made of beside the terminal itself."""
