/** A head as codec 1 stored it: a project with a VM found idle and a budget crossed, both waiting to be said. */
export const headOfCodecOne = [
  'AQAAACZBMAEIMQUYcgkosw049BFJNRVZdhlptx15+CGKOSWaeimquy268M2ZzW7jIBDHXwWtVakrpS5gcHCfYB+gp5VySOVs',
  'VSlNqkStevG7r8CAGT4MbpPVSjkkxIAZZob//Mjonv32yUgfHtE9647TlrJQe8A/jJqArUZ5uK0RfVM0h/E04OMXVyveqnRm',
  'Va1teAJi5wiEPZcJF9mXdDSctcG8/cqsxRpm3TWsI+HMLRYNXT5zIGcyGoDQumG8XYsOE+p8y78gcAxPJWAgE0w17Th8pQss',
  'zeQqiml7R8gdJo8YP6jP76n4hg9HS3ETRGElnjKYrrzVYbS0bpZW44ofSpiIaw0TbwltaoZufiLLSh7Q9Oy4D7sebQ89sp3G',
  'txtWEStJvvB0/Kz+HE/PRymXkAlN12CEBgYLO6SMpqeAtguBRdR0OWjx9ZXYRuo2KrxnpusLkcjcNjIh948JdN6+vu13Z/Ry',
  'kNgXSZCJ3g/97qSg70iBD71lvT8GV/lqprTQuyuC8Y2RsV7SjnpxQDsLGN8YFakouqY/A4qoYmwOI85koQkvFsDFomSqISO0',
  'uUOIKKkZzdJG7dTPb+8OdyRd3dEJPQr0iX4RjFV0Z8JvQpd8GuDjdaarjqB7KXf3qREMOho2HkDeyIF9x71SmM66+JRsAg/P',
  'UHlgv7nMd4GIT6VCaHQP9ydAv78Rly6d9b6q87dKp6X4zhgQPl4+/V9JxbpssLS0435jlf/MuYYy2AGXYGHH6BcJ3JGHGhdS',
  'gJGqabTdmCFNklJ1ehns4CuVTqdSiyXQRFiorruGN0xbStoHDlLAG9zVwc6ANpjBC5HDisCxroUcWJo4rK43mQCXGPbgW3yJ',
  'kZmvLVudfwHyjRXiZQBHXotFCc4mQmtkkJSgGiYc4uKjmhic45SJBsA5+2uejzBh8UgbgJ3gvbjj0SLKaoIuFISUGIZh+As=',
].join('');
