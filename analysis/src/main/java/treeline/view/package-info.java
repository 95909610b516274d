/// What a picture needs, as plain data: terminal, web page and notebook draw the same records.
package treeline.view;
