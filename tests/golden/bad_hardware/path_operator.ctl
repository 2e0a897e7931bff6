G req
